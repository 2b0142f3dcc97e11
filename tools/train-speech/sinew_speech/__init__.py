"""Training of the small speech network: material, features, network, alignment, export, scores."""

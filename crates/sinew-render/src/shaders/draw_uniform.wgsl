// Offsets of the draw's data, one set for all vertices.

@group(2) @binding(2) var<uniform> draw: Draw;

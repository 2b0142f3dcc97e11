use crate::top;
use folder_map::{FolderMap, MAP_FILE};

/// Writes the map of the folders, and names those without documentation.
pub(crate) fn write() -> Result<(), String> {
    let map = FolderMap::read(top()).map_err(|error| format!("the folders cannot be read: {error}"))?;
    std::fs::write(top().join(MAP_FILE), &map.text).map_err(|error| format!("{MAP_FILE}: {error}"))?;
    println!("{MAP_FILE} is written; folders without documentation: {}", map.undocumented.join(", "));
    Ok(())
}

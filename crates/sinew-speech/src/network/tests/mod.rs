mod golden;
mod hostile;
mod path;

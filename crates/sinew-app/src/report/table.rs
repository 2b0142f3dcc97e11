//! Text tables with aligned columns; numbers are right-aligned.

use std::io::{self, Write};

/// Table with a header row.
pub(crate) struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub(crate) fn new(head: impl Into<Vec<&'static str>>) -> Self {
        Self { head: head.into(), rows: Vec::new() }
    }

    /// Adds a row, with a cell per column. Control characters, which names of files may have, are escaped: they
    /// would break the table, or the terminal.
    pub(crate) fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into().into_iter();
        self.rows.push(
            cells.map(|cell| if cell.contains(char::is_control) { escaped(&cell) } else { cell }).collect(),
        );
    }

    /// Writes the table with a title; nothing for a table without rows.
    pub(crate) fn write(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{title}")?;
        let widths: Vec<usize> = (0..self.head.len())
            .map(|c| {
                self.rows.iter().map(|r| r[c].chars().count()).max().unwrap_or(0).max(self.head[c].len())
            })
            .collect();
        let numeric: Vec<bool> =
            (0..self.head.len()).map(|c| self.rows.iter().all(|r| is_number(&r[c]))).collect();
        let head: Vec<String> = self.head.iter().map(|&h| h.to_owned()).collect();
        for row in std::iter::once(&head).chain(&self.rows) {
            let cells = row.iter().enumerate().map(|(c, cell)| {
                let width = widths[c];
                if numeric[c] { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

fn escaped(cell: &str) -> String {
    let letter = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    cell.chars().map(letter).collect()
}

fn is_number(cell: &str) -> bool {
    let number = cell.strip_prefix('-').unwrap_or(cell);
    number.starts_with(|c: char| c.is_ascii_digit()) || cell == "–"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(["name", "keys"]);
        table.row(["Walk".to_owned(), "9".to_owned()]);
        table.row(["Über".to_owned(), "1200".to_owned()]);
        table.row(["\u{1b}[31m\n".to_owned(), "7".to_owned()]);
        let mut out = Vec::new();
        table.write("Clips", &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "\nClips\n  name          keys\n  Walk             9\n  Über          1200\n  \\u{1b}[31m\\n     7\n"
        );
    }
}

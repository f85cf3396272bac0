//! Text of HTML and SVG in which nothing but our own markup can be markup.
//!
//! Names of elements and attributes are part of the program; every other text is escaped.

use std::fmt::Display;

/// A text of HTML that grows.
#[derive(Debug, Default)]
pub struct Html(String);

impl Html {
    /// The whole text.
    pub fn into_text(self) -> String {
        self.0
    }

    /// Adds markup of the program.
    pub fn raw(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    /// Adds a text, escaped. Characters that turn the direction of writing or do other things unseen
    /// become spaces.
    pub fn text(&mut self, text: impl Display) {
        for ch in text.to_string().chars() {
            match ch {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(ch),
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {
                    self.0.push(' ');
                }
                ch if ch.is_control() => self.0.push(' '),
                ch => self.0.push(ch),
            }
        }
    }

    /// Begins an element.
    pub fn open(&mut self, name: &'static str, attributes: &[(&'static str, &dyn Display)]) {
        self.0 += "<";
        self.0 += name;
        for (key, value) in attributes {
            self.0 += " ";
            self.0 += key;
            self.0 += "=\"";
            self.text(value);
            self.0.push('"');
        }
        self.0.push('>');
    }

    /// Ends an element.
    pub fn close(&mut self, name: &'static str) {
        self.0 += "</";
        self.0 += name;
        self.0 += ">";
    }

    /// An element with a text.
    pub fn element(
        &mut self,
        name: &'static str,
        attributes: &[(&'static str, &dyn Display)],
        text: impl Display,
    ) {
        self.open(name, attributes);
        self.text(text);
        self.close(name);
    }

    /// A heading of a section.
    pub fn heading(&mut self, text: &str) {
        self.element("h2", &[], text);
        self.raw("\n");
    }

    /// A row of a table with a heading for each of its columns.
    pub fn head_row(&mut self, cells: &[&str]) {
        self.raw("<thead><tr>");
        cells.iter().for_each(|cell| self.element("th", &[("scope", &"col")], cell));
        self.raw("</tr></thead>\n");
    }

    /// A row of a table.
    pub fn row(&mut self, cells: &[String]) {
        self.raw("<tr>");
        cells.iter().for_each(|cell| self.element("td", &[], cell));
        self.raw("</tr>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let mut html = Html::default();
        html.element("td", &[("title", &"a\" onload='x'")], "<b>A & B</b>\u{202e}\u{7}");
        assert_eq!(
            html.into_text(),
            "<td title=\"a&quot; onload=&#39;x&#39;\">&lt;b&gt;A &amp; B&lt;/b&gt;  </td>"
        );
    }
}

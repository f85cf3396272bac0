//! What the author of a game said of it, on the page.
//!
//! Writes no words of a review: those stand in the table and below the diagrams.

use super::GamePage;
use crate::games::NodeId;
use crate::page::Html;

impl GamePage<'_> {
    /// The comment before a move and that after it, each a paragraph.
    pub(super) fn said(&self, html: &mut Html, node: NodeId) {
        for words in self.comments(node) {
            html.element("p", &[("class", &"said")], words);
        }
    }

    /// The same as a row below that of the move, whose last cell is as wide as these columns.
    pub(super) fn said_row(&self, html: &mut Html, node: NodeId, n_columns: usize) {
        for words in self.comments(node) {
            html.raw("<tr><td></td><td></td>");
            html.element("td", &[("class", &"said"), ("colspan", &n_columns)], words);
            html.raw("</tr>\n");
        }
    }

    fn comments(&self, node: NodeId) -> impl Iterator<Item = String> {
        let node = self.record.node(node);
        let said = [node.comment_before(), node.comment.clone()];
        said.into_iter().map(|words| words.trim().to_owned()).filter(|words| !words.is_empty())
    }
}

//! A moment of a game as a picture in SVG: the board, the players with their clocks, who is ahead, and
//! the move.
//!
//! Knows no game and counts nothing: what it shows was counted before.

use super::Html;
use super::board::{BoardMarks, View, content, open_alone};
use crate::games::{Area, Scene};

/// What a picture shows of a game after one of its moves.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The board.
    pub scene: Scene,
    /// The move on it.
    pub marks: BoardMarks,
    /// Who plays at the upper edge of the board, and who at the lower one.
    pub players: [PlayerLine; 2],
    /// How much of the evaluation bar belongs to the player below, from 0 to 1; `None` where nothing is
    /// known.
    pub share: Option<f64>,
    /// The move and its value in words; may be empty.
    pub caption: String,
}

/// A player in the picture of a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// The points won so far, in words; empty where one game is played.
    pub points: String,
    /// The time left; empty where there is no clock.
    pub clock: String,
    /// Its pieces are the light ones.
    pub is_light: bool,
    /// It is this player's turn.
    pub has_turn: bool,
}

/// Height of a player's line, and of the caption, as part of the width.
const LINE: f32 = 0.075;
/// Width of the bar, as part of the width.
const BAR: f32 = 0.03;
/// What stays free around everything, as part of the width.
const EDGE: f32 = 0.025;

/// The moments of a game as pictures, all of the same size and showing the same part of the plane.
/// `bar` leaves room for the evaluation bar. In pixels of the width.
pub fn moments<'a, M>(moments: M, width: u32, bar: bool) -> impl Iterator<Item = String>
where
    M: Iterator<Item = &'a Moment> + Clone,
{
    let all = moments.clone().map(|moment| View::of(&moment.scene)).reduce(View::with);
    moments.zip(all.into_iter().cycle()).map(move |(moment, view)| {
        let frame = Frame::new(view, width as f32, bar);
        let mut html = Html::default();
        frame.draw(&mut html, moment);
        html.into_text()
    })
}

/// The places of the parts.
#[derive(Clone, Copy, Debug)]
struct Frame {
    view: View,
    width: f32,
    line: f32,
    edge: f32,
    bar: f32,
    board: Area,
}

impl Frame {
    fn new(view: View, width: f32, has_bar: bool) -> Self {
        let (line, edge) = (width * LINE, width * EDGE);
        let bar = if has_bar { width * BAR } else { 0.0 };
        let left = if has_bar { 2.0 * edge + bar } else { edge };
        let board_width = width - left - edge;
        let from = (left, edge + line);
        let to = (width - edge, from.1 + board_width * view.height() / view.width());
        Self { view, width, line, edge, bar, board: Area { from, to } }
    }

    /// Whole and even, as other programs that make films of pictures want it.
    fn height(&self) -> f32 {
        ((self.board.to.1 + 2.0 * self.line + self.edge) / 2.0).ceil() * 2.0
    }

    fn draw(&self, html: &mut Html, moment: &Moment) {
        let (width, height) = (self.width, self.height());
        let whole = View(Area { from: (0.0, 0.0), to: (width, height) });
        open_alone(html, whole, [f64::from(width), f64::from(height)], &moment.caption);
        rect(html, "sheet", whole.0);
        let Area { from, to } = self.board;
        self.player(html, &moment.players[0], from.1 - self.line);
        self.player(html, &moment.players[1], to.1);
        if self.bar > 0.0 {
            self.bar(html, moment);
        }
        let [x, y, board_width, board_height] =
            [from.0, from.1, to.0 - from.0, to.1 - from.1].map(pixels);
        html.open(
            "svg",
            &[
                ("x", &x),
                ("y", &y),
                ("width", &board_width),
                ("height", &board_height),
                ("viewBox", &self.view),
            ],
        );
        content(html, &moment.scene, &moment.marks, self.view);
        html.close("svg");
        let baseline = to.1 + self.line * 1.66;
        self.text(html, "caption", "middle", [width / 2.0, baseline], 0.5, &moment.caption);
        html.close("svg");
        html.raw("\n");
    }

    fn player(&self, html: &mut Html, player: &PlayerLine, top: f32) {
        let Area { from, to } = self.board;
        let middle = top + self.line / 2.0;
        let radius = self.line * 0.22;
        let class = if player.is_light { "piece-white" } else { "piece-black" };
        let [x, y, r] = [from.0 + radius, middle, radius].map(pixels);
        html.element("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &r)], "");
        let name = if player.has_turn { "player turn" } else { "player" };
        let baseline = middle + self.line * 0.17;
        let left = from.0 + 3.2 * radius;
        self.text(html, name, "start", [left, baseline], 0.46, &self.cut(player));
        let right = [player.points.as_str(), &player.clock].join("   ");
        self.text(html, name, "end", [to.0, baseline], 0.46, right.trim());
    }

    /// A name that leaves room for a clock and points.
    fn cut(&self, PlayerLine { name, points, .. }: &PlayerLine) -> String {
        // A letter is at most about six tenths as wide as it is high, and a clock has eight figures.
        let letter = self.line * 0.46 * 0.6;
        let behind = 8 + points.chars().count();
        let room = self.board.to.0 - self.board.from.0 - self.line - behind as f32 * letter;
        let most = (room / letter).max(4.0) as usize;
        if name.chars().count() <= most {
            return name.clone();
        }
        let kept: String = name.chars().take(most - 1).collect();
        format!("{}\u{2026}", kept.trim_end())
    }

    fn bar(&self, html: &mut Html, moment: &Moment) {
        let Area { from, to } = self.board;
        let at = |top: f32, bottom: f32| Area {
            from: (self.edge, top),
            to: (self.edge + self.bar, bottom),
        };
        let Some(share) = moment.share else {
            return rect(html, "bar-unknown", at(from.1, to.1));
        };
        let between = to.1 - (to.1 - from.1) * share.clamp(0.0, 1.0) as f32;
        let class = |player: &PlayerLine| if player.is_light { "bar-light" } else { "bar-dark" };
        rect(html, class(&moment.players[0]), at(from.1, between));
        rect(html, class(&moment.players[1]), at(between, to.1));
    }

    /// A text whose letters have this part of a line's height.
    fn text(
        &self,
        html: &mut Html,
        class: &'static str,
        anchor: &'static str,
        [x, y]: [f32; 2],
        part: f32,
        text: &str,
    ) {
        let size = format!("font-size:{}px", pixels(self.line * part));
        let [x, y] = [x, y].map(pixels);
        html.element(
            "text",
            &[("class", &class), ("x", &x), ("y", &y), ("style", &size), ("text-anchor", &anchor)],
            text,
        );
    }
}

fn pixels(at: f32) -> String {
    format!("{at:.1}")
}

fn rect(html: &mut Html, class: &'static str, Area { from, to }: Area) {
    let [x, y, width, height] = [from.0, from.1, to.0 - from.0, to.1 - from.1].map(pixels);
    html.element(
        "rect",
        &[("class", &class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)],
        "",
    );
}

#[cfg(test)]
mod tests {
    use crate::games::{SceneView, Setup, find};

    use super::*;

    fn moment(name: &str, moves: &[&str]) -> Moment {
        let mut pos = find(name).unwrap().start(&Setup::default()).unwrap();
        for mv in moves {
            pos.play(mv).unwrap();
        }
        Moment {
            scene: pos.scene(&SceneView::default()),
            marks: BoardMarks::default(),
            players: [("<Ada>", false), ("Bert", true)].map(|(name, is_light)| PlayerLine {
                name: name.to_owned(),
                points: String::new(),
                clock: "4:07".to_owned(),
                is_light,
                has_turn: is_light,
            }),
            share: Some(0.25),
            caption: "1. f5".to_owned(),
        }
    }

    #[test]
    fn the_pictures_of_a_growing_board_have_one_size_and_one_view() {
        let game = [moment("hive", &[]), moment("hive", &["wS1", "bS1 wS1-", "wQ -wS1"])];
        let texts: Vec<String> = moments(game.iter(), 400, true).collect();
        let views = |text: &str| {
            let parts = text.split("viewBox=\"").skip(1);
            parts.map(|part| part.split('"').next().unwrap().to_owned()).collect()
        };
        let (first, second): (Vec<String>, Vec<String>) = (views(&texts[0]), views(&texts[1]));
        assert_eq!((first.len(), &first), (2, &second));
    }

    #[test]
    fn a_moment_names_its_players_and_shares_its_bar() {
        let text = moments([moment("othello", &["f5"])].iter(), 400, true).next().unwrap();
        assert!(text.contains("&lt;Ada&gt;") && text.contains(">4:07<"), "{text}");
        let heights: Vec<f32> = ["bar-dark", "bar-light"]
            .iter()
            .map(|class| {
                let at = text.find(&format!("class=\"{class}\"")).unwrap();
                let height = text[at..].split("height=\"").nth(1).unwrap();
                height.split('"').next().unwrap().parse().unwrap()
            })
            .collect();
        assert!((heights[0] - 3.0 * heights[1]).abs() < 0.5, "{heights:?}");
        let without = moments([moment("othello", &["f5"])].iter(), 400, false).next().unwrap();
        assert!(!without.contains("class=\"bar-"));
    }

    #[test]
    fn a_long_name_leaves_room_for_the_clock() {
        let mut long = moment("othello", &[]);
        long.players[0].name =
            "A name that goes on and on and on and on and on and on and on".to_owned();
        let text = moments([long].iter(), 400, false).next().unwrap();
        assert!(text.contains("\u{2026}<") && !text.contains("on and on and on and on and on and"));
    }
}

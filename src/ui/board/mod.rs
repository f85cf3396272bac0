//! The board: one painter and one way to play for the scene of any game.
//!
//! Knows no rule: it reports which cell was clicked, and the game decides what that does. Every
//! cell is a node with a spoken name, used by mouse, keyboard and screen reader alike. Tab enters
//! the board once; the arrow keys walk from cell to cell.

mod bugs;
mod camera;
mod drag;
mod journey;
mod layout;
mod materials;
mod motion;
mod paint;
mod plane;
mod regions;
mod steps;
mod table;
mod tiles;
mod values;

pub use layout::Layout;
pub(in crate::ui) use materials::side_disc;
pub use materials::swatch;
pub(in crate::ui) use steps::covered;
pub(in crate::ui) use values::heat;
pub use values::shade;

use std::sync::Arc;

use egui::accesskit::{Action, Role};
use egui::{
    CursorIcon, Event, EventFilter, FocusDirection, Id, Key, Modifiers, PointerButton, Pos2, Rect,
    Sense, Ui, UiBuilder, WidgetInfo,
};

use self::camera::Camera;
use self::drag::Drag;
pub(super) use self::drag::{lying_on, piece_on};
use self::motion::{Motion, Shown};
pub(super) use self::plane::sample as piece_sample;
pub(super) use self::table::{cube_sample, die_sample};
use super::kit::Kit;
use crate::app::LineStep;
use crate::app::ValueMark;
use crate::app::board::{Art, Cell, Mark, MarkColour, Region, Scene, Surface};

/// What the window itself draws over a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlay<'a> {
    /// Values on cells.
    pub values: &'a [ValueMark],
    /// Arrows; one whose ends are the same cell is a ring around it.
    pub arrows: &'a [Arrow],
    /// Translucent pieces on named cells.
    pub ghosts: &'a [(Art, String)],
    /// Cells highlighted from elsewhere.
    pub lit: &'a [String],
    /// The moves of a line, numbered.
    pub steps: &'a [LineStep],
    /// Regions of empty cells.
    pub regions: &'a [Region],
}

/// An arrow from cell to cell.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Arrow {
    /// Name of the cell it starts from.
    pub from: String,
    /// Name of the cell it points to.
    pub to: String,
    /// What it stands for.
    pub kind: ArrowKind,
}

/// What an arrow stands for; each kind has a look of its own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ArrowKind {
    /// The best move.
    Best,
    /// Another good move: thinner and grey.
    Other,
    /// What would have been better than the move that led here: green.
    Better,
    /// The best move of the engine with this place among the cards, from 0: in its colour, numbered.
    Engine(usize),
    /// What the other side would play: in the colour of danger.
    Threat,
    /// Drawn by a person.
    Drawn(MarkColour),
}

impl Arrow {
    /// It goes nowhere: a ring around a cell.
    fn is_ring(&self) -> bool {
        self.from == self.to
    }
}

/// The state of a board on the screen between frames.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// Moves are animated.
    pub animate: bool,
    /// Every cell may be clicked, and no piece is dragged: a position is being edited.
    pub editing: bool,
    /// The board before the last move, if a game is followed: its moves are shown one after the
    /// other. Otherwise the latest position is shown at once.
    pub before: Option<Arc<Scene>>,
    /// The unobstructed part of the area: an endless plane keeps its content there.
    pub clear: Option<Rect>,
    /// The number of the game: an endless plane with another game is fitted again.
    pub game: u64,
    camera: Camera,
    layout: Option<Layout>,
    motion: Motion,
    drag: Drag,
    /// The cell that Tab reaches.
    stop: Option<String>,
    focused: bool,
    /// A piece was chosen by key: the focus goes to where it may be played.
    seeks: bool,
    /// The focus comes to the board at the next frame.
    called: bool,
    /// The cell that had the keyboard in the frame before.
    last_focused: Option<String>,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            animate: true,
            editing: false,
            before: None,
            clear: None,
            game: 0,
            camera: Camera::default(),
            layout: None,
            motion: Motion::default(),
            drag: Drag::default(),
            stop: None,
            focused: false,
            seeks: false,
            called: false,
            last_focused: None,
        }
    }
}

impl BoardState {
    /// A cell has the keyboard: the arrow keys belong to the board, not to shortcuts.
    #[must_use]
    pub fn has_focus(&self) -> bool {
        self.focused
    }

    /// The cell that Tab reaches gets the keyboard at the next frame.
    pub fn take_focus(&mut self) {
        self.called = true;
    }

    /// An endless plane shows everything at the next frame.
    pub fn fit(&mut self) {
        self.camera.fit();
    }

    /// An endless plane zooms in by this many steps at the next frame; negative ones zoom out.
    pub fn zoom(&mut self, steps: f32) {
        self.camera.zoom(steps);
    }

    /// A piece was chosen by key: as soon as places are marked as legal the first of them gets the
    /// keyboard.
    pub fn seek_target(&mut self) {
        self.seeks = true;
    }

    /// Points per board unit at the last frame.
    pub(super) fn unit(&self) -> Option<f32> {
        self.layout.map(|layout| layout.unit)
    }

    /// Where everything was at the last frame.
    pub(super) fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Name of the cell that was shown at this place of the screen at the last frame.
    pub(super) fn cell_at(&self, scene: &Scene, pos: Pos2) -> Option<String> {
        let idx = self.layout?.hit(scene, pos)?;
        Some(scene.cells[idx].name.clone())
    }

    /// Name of the cell that has the keyboard.
    #[must_use]
    pub fn focused_cell(&self) -> Option<&str> {
        self.stop.as_deref().filter(|_| self.focused)
    }
}

/// Shows a board in `area` and says which cell was clicked, by mouse, Enter, Space or a screen
/// reader. If `enabled` is false the board does not look clickable, but clicks are still reported:
/// only the game knows why no move can be played.
pub fn board_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    area: Rect,
    scene: &Scene,
    overlay: &Overlay<'_>,
    state: &mut BoardState,
    enabled: bool,
) -> Option<String> {
    let place = ui.scope_id().with("board");
    let time = ui.input(|i| i.time);
    let plane = scene.surface == Surface::Plane;
    let clear = state.clear.unwrap_or(area).intersect(area);
    let layout = if plane {
        looked_at(ui, kit, place, area, clear, scene, state)
    } else {
        Layout::new(kit, area, scene)
    };
    state.layout = Some(layout);
    let kit = &if plane { kit.clipped(area) } else { kit.clone() };
    let changed = state.motion.differs(scene);
    let before = state.before.as_deref();
    if changed && state.drag.was_dropped() {
        // A piece placed by hand is already there; a reply that came with it is not.
        let placed = state.motion.step_between(scene, before);
        state.motion.put(placed.as_ref().unwrap_or(scene));
    }
    state.drag.settle(changed, time);
    state.seeks &= !changed;
    if state.motion.follow(scene, before, time, state.animate) {
        ui.ctx().request_repaint();
    }
    let lagging = state.motion.lagging(scene, time);
    let looks = lagging.as_ref().unwrap_or(scene);
    paint::field(kit, place, &layout, scene);
    if !plane {
        paint::under(kit, &layout, looks, overlay);
    }

    let builder = UiBuilder::new()
        .id_salt("board")
        .max_rect(layout.outer)
        .accessibility_role(Role::Grid)
        .accessibility_label("board");
    let mut grid = ui.new_child(builder);
    let pointed = cells_ui(&mut grid, place, &layout, scene, state, enabled);
    if plane {
        plane::under(kit, place, &layout, looks, pointed.hovered.or(pointed.focused));
    }

    let editing = state.editing;
    // An empty place of a plane cannot be clicked before a piece is chosen.
    let is_ground = |idx: usize| {
        let legal =
            |mark: &Mark| matches!(mark, Mark::Legal(name) if *name == scene.cells[idx].name);
        plane && piece_on(&layout, scene, idx).is_none() && !scene.marks.iter().any(legal)
    };
    let playable =
        |idx: &usize| editing || !is_ground(*idx) && may_be_played(scene, &scene.cells[*idx].name);
    if let Some(idx) = pointed.hovered.filter(|idx| enabled && playable(idx)) {
        if plane {
            plane::hovered(kit, &layout, scene, &scene.cells[idx]);
        } else {
            paint::hovered(kit, &layout, scene, &scene.cells[idx]);
        }
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
    let mut shown = state.motion.shown(&layout, time);
    state.drag.lift(ui, &layout, scene, &mut shown);
    paint::pieces(kit, place, &shown);
    if plane {
        plane::over(kit, place, &layout, looks, overlay);
        paint::arrows(kit, &layout, looks, overlay);
        steps::paint(kit, place, &layout, looks, overlay);
        plane_focus(kit, place, &layout, scene, state, &pointed, (clear, time));
    } else {
        paint::over(kit, place, &layout, looks, overlay);
        regions::paint(kit, &layout, looks, overlay);
        steps::paint(kit, place, &layout, looks, overlay);
        if let Some(idx) = pointed.focused {
            paint::focused(kit, &layout, &scene.cells[idx]);
        }
    }
    pointed.clicked.map(|idx| state.drag.spoken(scene, &scene.cells[idx].name))
}

/// Lets the user drag and zoom an endless plane, and returns its place.
fn looked_at(
    ui: &Ui,
    kit: &Kit<'_>,
    place: Id,
    area: Rect,
    clear: Rect,
    scene: &Scene,
    state: &mut BoardState,
) -> Layout {
    let time = ui.input(|i| i.time);
    let camera = &mut state.camera;
    camera.of_game(state.game);
    camera.follow(scene, clear, time, state.animate);
    let ground = ui.interact(area, place.with("ground"), Sense::DRAG);
    if ground.dragged() && !ground.dragged_by(PointerButton::Secondary) {
        camera.drag(ui.input(|i| (i.pointer.press_origin(), i.pointer.interact_pos())));
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    } else {
        camera.let_go();
    }
    let pointer = ui.input(|i| i.pointer.hover_pos());
    if let Some(pos) = pointer.filter(|pos| area.contains(*pos) && ui.rect_contains_pointer(area)) {
        let (turned, pinched) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let by = (turned * WHEEL).exp() * pinched;
        if (by - 1.0).abs() > 1e-4 {
            camera.zoom_at(kit, pos, by, clear);
        }
    }
    if camera.is_moving(time) {
        ui.ctx().request_repaint();
    }
    camera.layout(kit, area, clear, time)
}

/// The zoom of a plane for each point of wheel movement, as a logarithm.
const WHEEL: f32 = 0.0025;

/// Shows the focused cell, and the content of the viewed stack.
fn plane_focus(
    kit: &Kit<'_>,
    place: Id,
    layout: &Layout,
    scene: &Scene,
    state: &mut BoardState,
    pointed: &Pointed,
    (clear, time): (Rect, f64),
) {
    if let Some(idx) = pointed.focused {
        let cell = &scene.cells[idx];
        plane::focused(kit, layout, scene, cell);
        if state.last_focused.as_ref() != Some(&cell.name) {
            let middle = (layout.centre(cell) - layout.zero) / layout.unit;
            state.camera.show((middle.x, middle.y), clear, time);
        }
        state.last_focused = Some(cell.name.clone());
    } else {
        state.last_focused = None;
    }
    let looked_at = pointed.hovered.filter(|_| !state.drag.is_held()).or(pointed.focused);
    if let Some(idx) = looked_at {
        plane::stack_card(kit, place, layout, scene, &scene.cells[idx], clear);
    }
}

/// Paints a small board for viewing only. `name` distinguishes boards that are shown at the same
/// time.
pub fn thumbnail(kit: &Kit<'_>, area: Rect, scene: &Scene, name: &str) {
    let layout = Layout::new(kit, area, scene);
    let place = Id::unique(("thumbnail", name));
    let overlay = Overlay::default();
    let pieces: Vec<Shown> = scene.pieces.iter().map(|p| Shown::still(&layout, p)).collect();
    if scene.surface == Surface::Plane {
        let kit = kit.clipped(area);
        plane::grid(&kit, place, &layout, area);
        plane::under(&kit, place, &layout, scene, None);
        plane::pieces(&kit, place, &pieces);
        return plane::over(&kit, place, &layout, scene, &overlay);
    }
    paint::field(kit, place, &layout, scene);
    paint::under(kit, &layout, scene, &overlay);
    paint::pieces(kit, place, &pieces);
    paint::over(kit, place, &layout, scene, &overlay);
}

/// Paints one piece in the middle of `rect`, as large as it fits.
pub(super) fn sample(kit: &Kit<'_>, rect: Rect, art: Art) {
    let diameter = rect.width().min(rect.height());
    let centre = rect.center();
    let shown = Shown { art, centre, diameter, squeeze: 1.0, alpha: 1.0, level: 0 };
    paint::piece(kit, Id::unique("sample"), &shown);
}

/// The cells that the text of a move names, by their own names or by their pieces: squares of
/// draughts by their numbers, tiles by their names.
pub(super) fn cells_of(scene: &Scene, mv: &str) -> Vec<String> {
    let words: Vec<&str> =
        mv.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let named = |cell: &&Cell| {
        words.contains(&cell.name.as_str())
            || cell.corner.split(' ').any(|word| words.contains(&word))
    };
    scene.cells.iter().filter(named).map(|cell| cell.name.clone()).collect()
}

/// Marked as legal or movable; where the game marks nothing, any cell may be tried.
fn may_be_played(scene: &Scene, name: &str) -> bool {
    let mut marked = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Legal(name) | Mark::Movable(name) => Some(name),
        Mark::LastMove(_) | Mark::Chosen(_) => None,
    });
    match marked.next() {
        Some(first) => first == name || marked.any(|legal| legal == name),
        None => true,
    }
}

/// Indices of the cells with an event.
#[derive(Clone, Copy, Debug, Default)]
struct Pointed {
    clicked: Option<usize>,
    hovered: Option<usize>,
    focused: Option<usize>,
}

fn cell_id(place: Id, scene: &Scene, idx: usize) -> Id {
    place.with(("cell", scene.cells[idx].name.as_str()))
}

fn cells_ui(
    ui: &mut Ui,
    place: Id,
    layout: &Layout,
    scene: &Scene,
    state: &mut BoardState,
    enabled: bool,
) -> Pointed {
    let stop = walk(ui, place, scene, state);
    let pointer = ui.input(|i| i.pointer.interact_pos());
    let mut pointed = Pointed::default();
    let drags = enabled && !state.editing && Drag::accepts(scene);
    // Else the drag of a piece that is being edited would move the plane.
    let holds = drags || state.editing && scene.surface == Surface::Plane;
    for (idx, cell) in scene.cells.iter().enumerate() {
        // Only one cell is a stop of the Tab key; the others are reached from it.
        let mut sense = if stop == Some(idx) { Sense::click() } else { Sense::CLICK };
        if holds && piece_on(layout, scene, idx).is_some() {
            sense |= Sense::DRAG;
        }
        let response = ui.interact(touched(layout, cell), cell_id(place, scene, idx), sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &cell.spoken));
        ui.ctx().accesskit_node_builder(response.id, |node| node.add_action(Action::Focus));
        if response.clicked() {
            // Outlines other than rectangles overlap as rectangles: look up the place itself.
            let by_pointer = response.clicked_by(egui::PointerButton::Primary)
                && ui.input(|i| i.pointer.any_click());
            let there = pointer.filter(|_| by_pointer);
            let confirms = there.is_none() && ui.input(|i| i.key_pressed(Key::Enter));
            let meant = confirms.then(|| completed(scene)).flatten().unwrap_or(idx);
            pointed.clicked = there.map_or(Some(meant), |pos: Pos2| layout.hit(scene, pos));
            state.seeks = there.is_none();
            if let Some(clicked) = pointed.clicked.filter(|_| state.editing) {
                // From there the arrow keys go on.
                state.stop = Some(scene.cells[clicked].name.clone());
            }
        }
        if drags && let Some(cell) = state.drag.follow(ui, layout, scene, idx, &response) {
            pointed.clicked = Some(cell);
        }
        if response.hovered() {
            pointed.hovered = pointer.and_then(|pos| layout.hit(scene, pos));
        }
        if response.has_focus() {
            pointed.focused = Some(idx);
            let arrows = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        }
    }
    state.drag.let_go(ui);
    if state.drag.is_held() {
        // The cell the piece comes from has the pointer; what matters is the one below it.
        pointed.hovered = pointer.and_then(|pos| layout.hit(scene, pos));
    }
    state.focused = pointed.focused.is_some();
    pointed
}

/// If the dice have been played completely, Enter anywhere confirms the play, by this cell. Space
/// still activates the focused cell.
fn completed(scene: &Scene) -> Option<usize> {
    let table = scene.table.as_ref().filter(|table| table.is_complete && !table.dice.is_empty())?;
    let at = table.dice[0].centre;
    scene.cells.iter().position(|cell| layout::holds(&cell.outline, at))
}

/// The rectangle in which a cell takes part. Those of hexagons fill the plane without overlapping:
/// the layout resolves their corners.
fn touched(layout: &Layout, cell: &Cell) -> Rect {
    let bounds = layout.bounds(cell);
    match cell.outline.len() {
        6 => bounds.shrink2(egui::vec2(0.0, bounds.height() / 8.0)),
        _ => bounds,
    }
}

/// Lets the arrow keys, and a screen reader, move the focus; returns the cell that Tab reaches.
fn walk(ui: &Ui, place: Id, scene: &Scene, state: &mut BoardState) -> Option<usize> {
    let named = |name: &str| scene.cells.iter().position(|cell| cell.name == name);
    let first = || match scene.surface {
        // The empty places around a hive come before it.
        Surface::Plane => first_of_plane(scene),
        Surface::Felt | Surface::Planks | Surface::Table => {
            scene.cells.iter().position(|cell| may_be_played(scene, &cell.name))
        }
    };
    let mut stop = state.stop.as_deref().and_then(named).or_else(first);
    if stop.is_none() && !scene.cells.is_empty() {
        stop = Some(0);
    }
    if let Some(idx) = asked_for(ui, place, scene) {
        // egui itself gives the focus only to stops of the Tab key.
        ui.memory_mut(|memory| memory.request_focus(cell_id(place, scene, idx)));
        state.stop = Some(scene.cells[idx].name.clone());
        return Some(idx);
    }
    if let Some(idx) = sought(scene, state) {
        ui.memory_mut(|memory| memory.request_focus(cell_id(place, scene, idx)));
        state.stop = Some(scene.cells[idx].name.clone());
        return Some(idx);
    }
    if std::mem::take(&mut state.called)
        && let Some(idx) = stop
    {
        ui.memory_mut(|memory| memory.request_focus(cell_id(place, scene, idx)));
        state.stop = Some(scene.cells[idx].name.clone());
        return stop;
    }
    let Some(focused) = ui.memory(|memory| memory.focused()) else { return stop };
    let has_focus = |idx: &usize| cell_id(place, scene, *idx) == focused;
    let Some(at) = (0..scene.cells.len()).find(has_focus) else { return stop };
    let (mut to, mut walked) = (at, false);
    let keys = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    for (direction, key) in keys.into_iter().enumerate() {
        for _ in 0..ui.input_mut(|i| i.count_and_consume_key(Modifiers::NONE, key)) {
            let next = scene.cells[to].neighbours[direction];
            to = next.filter(|next| *next < scene.cells.len()).unwrap_or(to);
            walked = true;
        }
    }
    if walked {
        ui.memory_mut(|memory| {
            // egui must not also look for a neighbour itself.
            memory.move_focus(FocusDirection::None);
            memory.request_focus(cell_id(place, scene, to));
        });
    }
    state.stop = Some(scene.cells[to].name.clone());
    Some(to)
}

/// The target of the last move, otherwise the first occupied place.
fn first_of_plane(scene: &Scene) -> Option<usize> {
    let last = scene.marks.iter().rev().find_map(|mark| match mark {
        Mark::LastMove(name) => scene.cells.iter().position(|cell| cell.name == *name),
        Mark::Legal(_) | Mark::Movable(_) | Mark::Chosen(_) => None,
    });
    last.or_else(|| scene.cells.iter().position(|cell| !cell.corner.is_empty()))
}

/// The first legal place, when a piece has just been chosen by key.
fn sought(scene: &Scene, state: &mut BoardState) -> Option<usize> {
    if scene.surface != Surface::Plane || !state.seeks {
        return None;
    }
    let legal = |cell: &Cell| {
        scene.marks.iter().any(|mark| matches!(mark, Mark::Legal(name) if *name == cell.name))
    };
    let found = scene.cells.iter().position(legal)?;
    state.seeks = false;
    Some(found)
}

/// The cell that a screen reader wants to focus.
fn asked_for(ui: &Ui, place: Id, scene: &Scene) -> Option<usize> {
    let wanted = ui.input(|i| {
        i.events.iter().find_map(|event| match event {
            Event::AccessKitActionRequest(request) if request.action == Action::Focus => {
                Some(request.target_node)
            }
            _ => None,
        })
    })?;
    (0..scene.cells.len()).find(|idx| cell_id(place, scene, *idx).accesskit_id() == wanted)
}

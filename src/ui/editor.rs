//! The position editor, in the board's place: brushes, the board, the side to move, the position
//! as text, and what is wrong with it.
//!
//! Knows no rule and keeps no position: it pushes every step, and the snapshot has the result.

mod beside;
mod brushes;
mod fields;
mod legality;
mod palette;

use egui::vec2;
use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, Rect, Ui};

use super::board::{self, BoardState, Layout, Overlay, board_ui};
use super::dialogs::Confirm;
use super::kit::{Cut, Kit, Look};
use super::panels;
use super::root::View;
use super::theme::size;
use super::widgets::{self, Button, FieldLook};
use crate::app::board::{Art, Brush, Edit, Scene, Side, Surface};
use crate::app::{Command, EditCommand, EditorView, GameCommand};
use crate::ui::text;
pub(in crate::ui) use beside::is_beside;

/// What the editor keeps between frames.
#[derive(Debug, Default)]
pub struct EditorState {
    /// Index of the active brush.
    pub brush: usize,
    /// The position as text, while it is typed.
    typed: String,
    /// The keyboard is there.
    typing: bool,
    /// The position's own text, as it was last seen.
    seen: String,
    /// The last request, so that it is sent only once.
    asked: String,
    board: BoardState,
    /// The cell that a drag of the pointer was on last.
    dragged: Option<String>,
    /// The cell and the piece that a drag began on.
    carried: Option<Carried>,
}

/// A piece that is dragged.
#[derive(Clone, Debug)]
struct Carried {
    /// The cell that it is taken from.
    from: String,
    art: Art,
}

const EDGE: f32 = 10.0;
const ROW: f32 = size::CONTROL + size::GAP;

fn push(view: &mut View<'_>, command: EditCommand) {
    view.push(Command::Game(GameCommand::Edit(command)));
}

/// Closes the editor; after changes only on confirmation.
fn leave(view: &mut View<'_>, editor: &EditorView) {
    if editor.can_undo {
        view.state.overlay = Some(super::state::Overlay::Confirm(Confirm::leave_editor()));
    } else {
        push(view, EditCommand::Cancel);
    }
}

/// Takes the keys and the clipboard of a frame while the editor is open: digits choose a brush of those that
/// are shown, arrows go to the board and on it, Delete empties a square, Escape leaves, and pasted text is a
/// position. Text fields keep their own keys. When it is closed, what it kept is forgotten.
pub(super) fn keys(ctx: &Context, view: &mut View<'_>) {
    let Some(editor) = &view.snapshot.editor else {
        // What was typed and chosen is not that of the next position.
        view.state.editor = EditorState::default();
        return;
    };
    if egui::Popup::is_any_open(ctx) || view.state.overlay.is_some() {
        return;
    }
    if ctx.text_edit_focused() {
        if view.state.editor.typing {
            end_typing(ctx, view, editor);
        }
        return;
    }
    brushes::keys(ctx, &mut view.state.editor, editor);
    let pressed = pressed(ctx);
    for key in [Key::Delete, Key::Backspace] {
        if pressed(Modifiers::NONE, key)
            && let (Some(brush), Some(cell)) =
                (eraser(editor.brushes), view.state.editor.board.focused_cell())
        {
            let cell = cell.to_owned();
            push(view, EditCommand::Step(Edit::Put { brush, cell }));
        }
    }
    let again = [(Modifiers::COMMAND, Key::Y), (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z)];
    if again.into_iter().any(|(modifiers, key)| pressed(modifiers, key)) && editor.can_redo {
        push(view, EditCommand::Redo);
    }
    if pressed(Modifiers::COMMAND, Key::Z) && editor.can_undo {
        push(view, EditCommand::Undo);
    }
    if let Some(command) = ending(ctx).filter(|_| editor.problem.is_none()) {
        push(view, command);
    }
    if pressed(Modifiers::NONE, Key::Escape) {
        leave(view, editor);
    }
    let mut pasted = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Paste(text) => {
                pasted.push(text.clone());
                false
            }
            Event::Copy => {
                ctx.copy_text(editor.text.clone());
                false
            }
            _ => true,
        });
    });
    for text in pasted {
        push(view, EditCommand::Text(text));
    }
}

fn pressed(ctx: &Context) -> impl Fn(Modifiers, Key) -> bool {
    |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key))
}

/// What the keys of this frame end the editor with.
fn ending(ctx: &Context) -> Option<EditCommand> {
    let pressed = pressed(ctx);
    if pressed(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Enter) {
        return Some(EditCommand::Play);
    }
    pressed(Modifiers::COMMAND, Key::Enter).then_some(EditCommand::Done)
}

/// The editor is ended while the position is typed: with what was typed, which the application
/// judges.
fn end_typing(ctx: &Context, view: &mut View<'_>, editor: &EditorView) {
    let Some(command) = ending(ctx) else { return };
    let typed = view.state.editor.typed.trim().to_owned();
    if typed != view.state.editor.asked {
        view.state.editor.asked.clone_from(&typed);
        push(view, EditCommand::Text(typed));
    } else if editor.problem.is_some() {
        return;
    }
    push(view, command);
}

/// The brush that empties a cell.
fn eraser(brushes: &[Brush]) -> Option<usize> {
    brushes.iter().position(|brush| brush.art.is_none())
}

/// The board is not lower than this: where it would be, the editor scrolls.
const LEAST_BOARD: f32 = 240.0;

/// Shows the editor, filling `area`. Where that is too low for all of it, what is above the text can be
/// scrolled: the text, what is wrong with it and the buttons are always in sight.
pub(super) fn editor_ui(ui: &mut Ui, view: &mut View<'_>, editor: &EditorView, area: Rect) {
    let kit = view.kit(ui);
    if is_beside(&kit, area) {
        return beside::beside_ui(ui, view, editor, area);
    }
    let room = area.width() - 2.0 * EDGE;
    let palette = palette::height(editor, room) + size::GAP;
    let fields = fields::height(editor, room).map_or(0.0, |rows| rows + size::GAP);
    let sides = side_rows(editor, room) * ROW;
    let foot = 2.0 * ROW + legality::height(&kit, room) + EDGE - size::GAP;
    let wanted = EDGE + palette + sides + fields + LEAST_BOARD.min(room);
    let is_whole = wanted + foot <= area.height();
    let most = area.height().max(wanted + foot) - EDGE - palette - sides - foot;
    let width = match editor.scene.surface {
        Surface::Felt | Surface::Planks => room.min(most.max(420.0)),
        // What is as wide as it can be leaves room for what belongs to it.
        Surface::Plane | Surface::Table => room,
    };
    let mut rest = area;
    let foot = 2.0 * ROW + legality::height(&kit, width) + EDGE - size::GAP;
    let foot = rest.cut_bottom(foot);
    if is_whole {
        let free = position_ui(ui, view, editor, rest, width);
        view.state.notice_in_panel = panels::notices_ui(ui, view, &[free]).is_none();
    } else {
        // A message would scroll away.
        view.state.notice_in_panel = true;
        let mut child = ui.new_child(egui::UiBuilder::new().id_salt("editor").max_rect(rest));
        let scroll = egui::ScrollArea::vertical().id_salt("editor").auto_shrink([false, false]);
        scroll.animated(false).show(&mut child, |ui| {
            let (_, all) = ui.allocate_space(vec2(rest.width(), wanted));
            let _ = position_ui(ui, view, editor, all, width);
        });
        kit.hline(area.left(), area.right(), foot.top());
    }
    foot_ui(ui, view, editor, foot, width);
}

/// The column of this width in the middle of `area`, with a gap above it.
fn column(area: Rect, width: f32) -> Rect {
    let width = width.floor();
    let left = (area.center().x - width / 2.0).round();
    Rect::from_x_y_ranges(left..=left + width, area.y_range())
}

/// Shows brushes, board, fields and the side to move; returns the free part of the last row.
fn position_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    editor: &EditorView,
    area: Rect,
    width: f32,
) -> Rect {
    let kit = view.kit(ui);
    let mut r = column(area.with_min_y(area.top() + EDGE), width);
    let brushes = r.cut_top(palette::height(editor, width));
    r.cut_top(size::GAP);
    let side = r.cut_bottom(side_rows(editor, width) * ROW);
    if let Some(rows) = fields::height(editor, width) {
        let fields = r.cut_bottom(rows + size::GAP);
        fields::fields_ui(ui, view, &kit, editor, fields.with_max_y(fields.top() + rows));
    }
    palette::palette_ui(ui, view, &kit, editor, brushes);
    edited_ui(ui, view, &kit, editor, r.with_max_y(r.bottom() - size::GAP));
    side_ui(ui, view, &kit, editor, side)
}

/// Shows the text, what is wrong with it, and the buttons that end the editor.
fn foot_ui(ui: &mut Ui, view: &mut View<'_>, editor: &EditorView, area: Rect, width: f32) {
    let kit = view.kit(ui);
    let mut r = column(area, width);
    r.cut_top(if area.height() > 2.0 * ROW + EDGE { size::GAP / 2.0 } else { 0.0 });
    let typed = r.cut_top(size::CONTROL);
    r.cut_top(size::GAP);
    r.cut_bottom(EDGE);
    let end = r.cut_bottom(size::CONTROL);
    typed_ui(ui, view, &kit, editor, typed);
    let beside = end_ui(ui, view, &kit, editor, end);
    let has_rows = legality::height(&kit, width) > 0.0;
    let place = if has_rows { r.with_max_y(r.bottom() - size::GAP) } else { beside };
    legality::legality_ui(ui, &kit, editor, place);
}

/// The board: a click applies the brush; a drag moves the piece it begins on, and from an empty
/// cell, or with the erasing brush, applies the brush to every cell it passes; the other button
/// erases.
fn edited_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, editor: &EditorView, rect: Rect) {
    let scene = &*editor.scene;
    let state = &mut view.state.editor;
    state.board.animate = false;
    state.board.editing = true;
    let overlay = Overlay::default();
    let clicked = board_ui(ui, kit, rect, scene, &overlay, &mut state.board, true);
    let Some(layout) = state.board.layout() else { return };
    let brush = state.brush.min(editor.brushes.len().saturating_sub(1));
    let empties = editor.brushes.get(brush).is_none_or(|brush| brush.art.is_none());
    // A piece that a drag has just put on its first cell is not picked up by it.
    let is_painting = state.dragged.is_some();
    let step = match empties || is_painting {
        true => None,
        false => carry(ui, kit, &layout, editor, &mut state.carried),
    };
    let carried = step.is_some();
    if let Some(step) = step.flatten() {
        push(view, EditCommand::Step(step));
    }
    // On an endless plane a drag that begins on no piece moves the plane.
    let paints = !carried && scene.surface != Surface::Plane;
    let dragged = drag(ui, &layout, scene, paints, &mut view.state.editor.dragged);
    let mut put = |brush: usize, cell: &str| {
        let cell = cell.to_owned();
        push(view, EditCommand::Step(Edit::Put { brush, cell }));
    };
    if let Some(cell) = clicked {
        put(brush, &cell);
    }
    for (cell, button) in dragged {
        let (brush, wanted) = match button {
            PointerButton::Primary => (Some(brush), editor.brushes.get(brush).map(|b| b.art)),
            _ => (eraser(editor.brushes), Some(None)),
        };
        // The same brush would remove an existing piece, or add another to it.
        let there = board::piece_on(&layout, scene, cell).map(|i| scene.pieces[i].art);
        if let (Some(brush), true) = (brush, wanted != Some(there)) {
            put(brush, &scene.cells[cell].name);
        }
    }
}

/// Shows the dragged piece under the pointer. Returns the step that places it where it is dropped,
/// if that is another cell, and no step while it is held; `None` if no piece is dragged.
fn carry(
    ui: &Ui,
    kit: &Kit<'_>,
    layout: &Layout,
    editor: &EditorView,
    carried: &mut Option<Carried>,
) -> Option<Option<Edit>> {
    let scene = &*editor.scene;
    let (held, far, origin, at) = ui.input(|i| {
        let p = &i.pointer;
        let (held, far) = (p.button_down(PointerButton::Primary), p.is_decidedly_dragging());
        (held, far, p.press_origin(), p.interact_pos())
    });
    let cell_at = |pos: Option<Pos2>| {
        let pos = pos.filter(|pos| layout.field.contains(*pos) && ui.clip_rect().contains(*pos));
        pos.and_then(|pos| layout.hit(scene, pos))
    };
    if !held {
        let Carried { from, .. } = carried.take()?;
        let to = cell_at(at).map(|to| scene.cells[to].name.clone()).filter(|to| *to != from);
        return Some(to.map(|to| Edit::Move { from, to }));
    }
    if carried.is_none() && far {
        let first = cell_at(origin)?;
        let piece = board::lying_on(layout, scene, first)?;
        let from = scene.cells[first].name.clone();
        *carried = Some(Carried { from, art: scene.pieces[piece].art });
    }
    let Carried { art, .. } = carried.as_ref()?;
    if let Some(pos) = at {
        let diameter = scene.pieces.first().map_or(1.0, |piece| piece.diameter);
        let around = Rect::from_center_size(pos, vec2(1.0, 1.0) * (diameter * layout.unit));
        board::sample(kit, around, art.flat());
    }
    Some(None)
}

/// The cells that a drag comes to in this frame if it `paints`, and a click of the other button, each
/// with the button that is held.
fn drag(
    ui: &Ui,
    layout: &Layout,
    scene: &Scene,
    paints: bool,
    last: &mut Option<String>,
) -> Vec<(usize, PointerButton)> {
    let (held, far, origin, at, other) = ui.input(|i| {
        let p = &i.pointer;
        let held = [PointerButton::Primary, PointerButton::Secondary]
            .into_iter()
            .find(|button| p.button_down(*button));
        let other = p.button_clicked(PointerButton::Secondary);
        (held, p.is_decidedly_dragging(), p.press_origin(), p.interact_pos(), other)
    });
    let hit = |pos: Option<Pos2>| {
        let pos = pos.filter(|pos| layout.field.contains(*pos) && ui.clip_rect().contains(*pos));
        pos.and_then(|pos| layout.hit(scene, pos))
    };
    if other {
        return hit(at).into_iter().map(|cell| (cell, PointerButton::Secondary)).collect();
    }
    let (Some(button), true, Some(first)) = (held, far && paints, hit(origin)) else {
        *last = None;
        return Vec::new();
    };
    let mut cells = Vec::new();
    if last.is_none() {
        cells.push((first, button));
    }
    if let Some(cell) = hit(at).filter(|cell| last.as_deref() != Some(&scene.cells[*cell].name)) {
        if cells.iter().all(|(first, _)| *first != cell) && last.is_some() || cell != first {
            cells.push((cell, button));
        }
        *last = Some(scene.cells[cell].name.clone());
    }
    cells
}

/// So much room the choice of the variant wants beside the side to move, in points.
const BESIDE_SIDES: f32 = 400.0;

/// The variant can be chosen here.
fn has_variants(editor: &EditorView) -> bool {
    !editor.info.variants.is_empty() && !editor.info.position_holds_variant
}

/// Rows of the side to move: where it is narrow the variant has one of its own.
fn side_rows(editor: &EditorView, width: f32) -> f32 {
    if has_variants(editor) && width < BESIDE_SIDES { 2.0 } else { 1.0 }
}

/// The side to move and the variant, in rows that end with a gap each; returns the part of the first row
/// that neither takes.
fn side_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    editor: &EditorView,
    rows: Rect,
) -> Rect {
    let words = editor.info.sides.map(|side| format!("{side} to move"));
    let on = editor.turn.idx();
    let items = [words[0].as_str(), words[1].as_str()];
    let mut rest = rows;
    let row = rest.cut_top(size::CONTROL);
    rest.cut_top(size::GAP);
    let (clicked, shown) = widgets::segmented(ui, kit, row.left_center(), &items, on);
    if let Some(i) = clicked.filter(|i| *i != on) {
        push(view, EditCommand::Step(Edit::Turn(Side::BOTH[i])));
    }
    let free = row.with_min_x(shown.right() + 12.0);
    if !has_variants(editor) {
        return free;
    }
    let has_own_row = side_rows(editor, rows.width()) > 1.0;
    let place = match has_own_row {
        true => rest.cut_top(size::CONTROL),
        false => row.with_min_x((shown.right() + 12.0).max(row.right() - 170.0)),
    };
    let variants = editor.info.variants;
    let items: Vec<(&str, &str)> = variants.iter().map(|v| (v.title, "")).collect();
    let chosen = editor.variant.as_deref();
    let on = variants.iter().position(|v| Some(v.name) == chosen).unwrap_or(usize::MAX);
    let name = "Variant of the position";
    if let Some(i) = widgets::choice(ui, kit, place, name, &items, on) {
        push(view, EditCommand::Variant(variants[i].name.to_owned()));
    }
    match has_own_row {
        true => free,
        false => free.with_max_x((place.left() - 12.0).max(free.left())),
    }
}

fn typed_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, editor: &EditorView, row: Rect) {
    let mut state = std::mem::take(&mut view.state.editor.typed);
    if view.state.editor.seen != editor.text {
        view.state.editor.seen.clone_from(&editor.text);
        view.state.editor.asked.clone_from(&editor.text);
        state.clone_from(&editor.text);
    }
    let hint = "Type or paste a position in any form";
    let name = "Position as text";
    let response = widgets::text_field(ui, kit, row, &mut state, name, hint, FieldLook::Mono);
    if response.lost_focus() && state.trim() != view.state.editor.asked {
        state.trim().clone_into(&mut view.state.editor.asked);
        push(view, EditCommand::Text(state.trim().to_owned()));
    }
    if response.changed() {
        push(view, EditCommand::Typed(state.clone()));
    }
    view.state.editor.typed = state;
    view.state.editor.typing = response.has_focus();
}

/// The buttons that end the editor; returns the part of the row beside them.
fn end_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, editor: &EditorView, row: Rect) -> Rect {
    let problem = legality::problem(editor);
    let done = Button::words("check", text::DONE).look(Look::Primary).tooltip("Done   Ctrl Enter");
    let done = done.unless(problem.as_deref()).show_right(ui, kit, row.right_center());
    let left = done.rect.left_center() - vec2(8.0, 0.0);
    let play = Button::words("", text::PLAY_FROM_HERE)
        .tooltip("Play against an engine   Ctrl Shift Enter");
    let play = play.unless(problem.as_deref()).show_right(ui, kit, left);
    let left = play.rect.left_center() - vec2(8.0, 0.0);
    let no = Button::words("", text::CANCEL).tooltip("Cancel   Esc").show_right(ui, kit, left);
    if done.clicked() {
        push(view, EditCommand::Done);
    } else if play.clicked() {
        push(view, EditCommand::Play);
    } else if no.clicked() {
        leave(view, editor);
    }
    row.expand2(vec2(0.0, 4.0)).with_max_x(no.rect.left() - legality::GAP)
}

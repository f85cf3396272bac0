//! The position editor, in the board's place: brushes, the board, the side to move, the position
//! as text, and what is wrong with it.
//!
//! Knows no rule and keeps no position: it pushes every step, and the snapshot has the result.

use egui::accesskit::{Live, Role};
use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, Rect, Sense, Ui, WidgetInfo};
use egui::{pos2, vec2};

use super::board::{self, BoardState, Layout, Overlay, board_ui};
use super::dialogs::Confirm;
use super::kit::{C, Cut, Kit, Look, W};
use super::panels;
use super::root::View;
use super::theme::{fade, font, size};
use super::widgets::{self, Button, FieldLook, lift};
use crate::app::board::{Art, Brush, Edit, Scene, Side};
use crate::app::{Command, EditCommand, EditorView, GameCommand};
use crate::ui::text;

/// What the editor keeps between frames.
#[derive(Debug, Default)]
pub struct EditorState {
    /// Index of the active brush.
    pub brush: usize,
    /// The position as text, while it is typed.
    typed: String,
    /// The position's own text, as it was last seen.
    seen: String,
    /// The last request, so that it is sent only once.
    asked: String,
    board: BoardState,
    /// The cell that a drag of the pointer was on last.
    dragged: Option<String>,
    /// The cell and the piece that a drag began on.
    carried: Option<(String, Art)>,
}

const EDGE: f32 = 10.0;
const BRUSH: f32 = 40.0;
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

/// Takes the keys and the clipboard of a frame while the editor is open: digits choose a brush,
/// Delete empties a square, Escape leaves, and pasted text is a position. Text fields keep their
/// own keys.
pub(super) fn keys(ctx: &Context, view: &mut View<'_>) {
    let Some(editor) = &view.snapshot.editor else { return };
    if ctx.text_edit_focused() || egui::Popup::is_any_open(ctx) || view.state.overlay.is_some() {
        return;
    }
    const DIGITS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let pressed = |modifiers: Modifiers, key: Key| ctx.input_mut(|i| i.consume_key(modifiers, key));
    for (i, key) in DIGITS.into_iter().enumerate().take(editor.brushes.len()) {
        if pressed(Modifiers::NONE, key) {
            view.state.editor.brush = i;
        }
    }
    for key in [Key::Delete, Key::Backspace] {
        if pressed(Modifiers::NONE, key)
            && let (Some(brush), Some(cell)) =
                (eraser(editor.brushes), view.state.editor.board.focused_cell())
        {
            let cell = cell.to_owned();
            push(view, EditCommand::Step(Edit::Put { brush, cell }));
        }
    }
    if pressed(Modifiers::COMMAND, Key::Z) && editor.can_undo {
        push(view, EditCommand::Undo);
    }
    if pressed(Modifiers::COMMAND, Key::Enter) && editor.problem.is_none() {
        push(view, EditCommand::Done);
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

/// The brush that empties a cell.
fn eraser(brushes: &[Brush]) -> Option<usize> {
    brushes.iter().position(|brush| brush.art.is_none())
}

/// Shows the editor, filling `area`.
pub(super) fn editor_ui(ui: &mut Ui, view: &mut View<'_>, editor: &EditorView, area: Rect) {
    let kit = view.kit(ui);
    let most = area.height() - 2.0 * EDGE - BRUSH - size::GAP - 3.0 * ROW;
    let width = (area.width() - 2.0 * EDGE).min(most.max(420.0));
    let whole = vec2(width, area.height() - 2.0 * EDGE).floor();
    let mut r = Rect::from_min_size((area.center() - whole / 2.0).round(), whole);
    let brushes = r.cut_top(BRUSH);
    r.cut_top(size::GAP);
    let mut row = || {
        let row = r.cut_bottom(size::CONTROL);
        r.cut_bottom(size::GAP);
        row
    };
    let (end, typed, side) = (row(), row(), row());
    brushes_ui(ui, view, &kit, editor, brushes);
    edited_ui(ui, view, &kit, editor, r);
    side_ui(ui, view, &kit, editor, side);
    typed_ui(ui, view, &kit, editor, typed);
    end_ui(ui, view, &kit, editor, end);
    view.state.notice_in_panel = panels::notices_ui(ui, view, &[typed]).is_none();
}

fn brushes_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, editor: &EditorView, row: Rect) {
    let mut x = row.left();
    for (i, brush) in editor.brushes.iter().enumerate() {
        let rect = Rect::from_min_size(pos2(x, row.top()), vec2(BRUSH, BRUSH));
        if brush_ui(ui, kit, rect, i, brush, view.state.editor.brush == i) {
            view.state.editor.brush = i;
        }
        x += BRUSH + 4.0;
    }
    let y = row.center().y;
    let mut right = pos2(row.right(), y);
    let nothing_done = (!editor.can_undo).then_some("Nothing has been changed yet.");
    let steps = [
        ("undo", "Undo", nothing_done, EditCommand::Undo),
        ("reset", "Start", None, EditCommand::Step(Edit::Start)),
        ("trash", "Clear", None, EditCommand::Step(Edit::Clear)),
    ];
    // Where it is narrow the icons alone say it.
    let all: f32 = steps.iter().map(|(icon, words, ..)| kit.button_width(icon, words) + 6.0).sum();
    let words_fit = right.x - all > x;
    for (icon, words, why_not, command) in steps {
        let button = if words_fit { Button::words(icon, words) } else { Button::icon(icon, words) };
        let name = match words {
            "Undo" => "Undo the last step",
            "Start" => "Set up the normal start",
            _ => "Empty the board",
        };
        let response = button.name(name).unless(why_not).show_right(ui, kit, right);
        right.x = response.rect.left() - 6.0;
        if response.clicked() {
            push(view, command);
        }
    }
}

fn brush_ui(ui: &Ui, kit: &Kit<'_>, rect: Rect, i: usize, brush: &Brush, on: bool) -> bool {
    let t = kit.t;
    let response = widgets::hit(ui, rect, ("brush", brush.title), true);
    kit.fill(rect, size::R_CONTROL, if on { t.accent_soft } else { t.card });
    kit.fill(rect, size::R_CONTROL, fade(t.hover, lift(&response)));
    kit.frame(rect, size::R_CONTROL, if on { t.accent } else { t.line });
    match brush.art {
        Some(art) => board::sample(kit, rect.shrink(6.0), art),
        None => kit.icon(rect.center(), "close", 18.0, t.text2),
    }
    let at = rect.right_bottom() - vec2(6.0, 8.0);
    kit.text(at, C, &(i + 1).to_string(), W::Medium, font::MICRO, t.text3);
    widgets::ring(kit, &response, rect, size::R_CONTROL);
    let name = format!("Brush {}: {}", i + 1, brush.title);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, &name));
    let clicked = response.clicked();
    widgets::tip(response, t, &format!("{}   {}", brush.title, i + 1));
    clicked
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
    let layout = Layout::new(kit, rect, scene);
    let brush = state.brush.min(editor.brushes.len().saturating_sub(1));
    let empties = editor.brushes.get(brush).is_none_or(|brush| brush.art.is_none());
    let steps = if empties { None } else { carry(ui, kit, &layout, editor, &mut state.carried) };
    let carried = steps.is_some();
    for step in steps.into_iter().flatten() {
        push(view, EditCommand::Step(step));
    }
    let dragged =
        if carried { Vec::new() } else { drag(ui, &layout, scene, &mut view.state.editor.dragged) };
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
        // The same brush would remove an existing piece.
        let there = board::piece_on(&layout, scene, cell).map(|i| scene.pieces[i].art);
        if let (Some(brush), true) = (brush, wanted != Some(there)) {
            put(brush, &scene.cells[cell].name);
        }
    }
}

/// Shows the dragged piece under the pointer. Returns the steps that place it where it is dropped,
/// empty while it is held; `None` if no piece is dragged.
fn carry(
    ui: &Ui,
    kit: &Kit<'_>,
    layout: &Layout,
    editor: &EditorView,
    carried: &mut Option<(String, Art)>,
) -> Option<Vec<Edit>> {
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
        let (from, art) = carried.take()?;
        return Some(cell_at(at).map_or_else(Vec::new, |to| moved(editor, layout, &from, to, art)));
    }
    if carried.is_none() && far {
        let first = cell_at(origin)?;
        let piece = board::piece_on(layout, scene, first)?;
        *carried = Some((scene.cells[first].name.clone(), scene.pieces[piece].art));
    }
    let (_, art) = carried.as_ref()?;
    if let Some(pos) = at {
        let bounds = scene.cells.first().map_or(Rect::ZERO, |cell| layout.bounds(cell));
        board::sample(kit, Rect::from_center_size(pos, bounds.size() * 0.9), *art);
    }
    Some(Vec::new())
}

/// The steps that move a piece from one cell to another.
fn moved(editor: &EditorView, layout: &Layout, from: &str, to: usize, art: Art) -> Vec<Edit> {
    let brush = editor.brushes.iter().position(|brush| brush.art == Some(art));
    let (Some(eraser), Some(brush)) = (eraser(editor.brushes), brush) else { return Vec::new() };
    let cell = editor.scene.cells[to].name.clone();
    if cell == from {
        return Vec::new();
    }
    let mut steps = vec![Edit::Put { brush: eraser, cell: from.to_owned() }];
    // The same brush would remove an existing piece.
    let there = board::piece_on(layout, &editor.scene, to).map(|i| editor.scene.pieces[i].art);
    if there != Some(art) {
        steps.push(Edit::Put { brush, cell });
    }
    steps
}

/// The cells that a drag comes to in this frame, and a click of the other button, each with the
/// button that is held.
fn drag(
    ui: &Ui,
    layout: &Layout,
    scene: &Scene,
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
    let (Some(button), true, Some(first)) = (held, far, hit(origin)) else {
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

fn side_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, editor: &EditorView, row: Rect) {
    let words = editor.info.sides.map(|side| format!("{side} to move"));
    let on = editor.turn.idx();
    let items = [words[0].as_str(), words[1].as_str()];
    let (clicked, shown) = widgets::segmented(ui, kit, row.left_center(), &items, on);
    if let Some(i) = clicked.filter(|i| *i != on) {
        push(view, EditCommand::Step(Edit::Turn(Side::BOTH[i])));
    }
    let variants = editor.info.variants;
    if variants.is_empty() {
        return;
    }
    let rest = row.with_min_x((shown.right() + 12.0).max(row.right() - 170.0));
    let items: Vec<(&str, &str)> = variants.iter().map(|v| (v.title, "")).collect();
    let chosen = editor.variant.as_deref();
    let on = variants.iter().position(|v| Some(v.name) == chosen).unwrap_or(usize::MAX);
    let name = "Variant of the position";
    if let Some(i) = widgets::choice(ui, kit, rest, name, &items, on) {
        push(view, EditCommand::Variant(variants[i].name.to_owned()));
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
    view.state.editor.typed = state;
}

fn end_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, editor: &EditorView, row: Rect) {
    let done = Button::words("check", "Done").look(Look::Primary).tooltip("Done   Ctrl Enter");
    let done = done.unless(editor.problem.as_deref()).show_right(ui, kit, row.right_center());
    let left = done.rect.left_center() - vec2(8.0, 0.0);
    let no = Button::words("", text::CANCEL).tooltip("Cancel   Esc").show_right(ui, kit, left);
    if done.clicked() {
        push(view, EditCommand::Done);
    } else if no.clicked() {
        leave(view, editor);
    }
    let place = row.expand2(vec2(0.0, 4.0)).with_max_x(no.rect.left() - 12.0);
    let (words, ink) = match &editor.problem {
        Some(problem) => (problem.as_str(), kit.t.danger),
        None => ("This position can be played.", kit.t.text3),
    };
    let (shown, cut) = kit.block(place, words, W::Regular, font::SMALL, ink, 2);
    let id = ui.scope_id().with("problem of the position");
    let response = ui.interact(shown, id, Sense::hover());
    let spoken = words.to_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &spoken));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    if cut {
        widgets::tip(response, kit.t, words);
    }
}

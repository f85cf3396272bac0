"""Plays whole games against `quintet engine hub` with the Hub client and the rules of pydraughts
(PyPI), which other people wrote, in every variant that it knows.

Usage: python .ci/pydraughts.py PATH_OF_QUINTET

Every move of the engine must be among the legal moves of pydraughts, and the game must come to its
end or to MAX_PLIES. Each game cycles through the forms of `level`, and through pondering with a
right and a wrong guess. Exits with 1 and a sentence at the first fault.
"""

import random
import sys
import threading

from draughts import Board
from draughts.engine import HubEngine

MAX_PLIES = 200
# Seconds that one game may take before it is given up as hanging.
PATIENCE = 240

# pydraughts' name of each variant, and Hub's.
VARIANTS = [
    ("standard", "normal"),
    ("frisian", "frisian"),
    ("breakthrough", "bt"),
    ("antidraughts", "losing"),
]

LIMITS = [
    {"movetime": 0.05},
    {"depth": 6},
    {"nodes": 20_000},
    {"my_time": 5.0},
    {"my_time": 5.0, "inc": 0.1},
    {"my_time": 5.0, "moves_left": 20},
]


class Fault(Exception):
    """What the engine did wrong, as a sentence."""


def legal(board, text):
    """The legal move that Hub writes as `text`."""
    frm, to, taken = parse(text)
    for move in board.legal_moves():
        if parse(move.hub_move) == (frm, to, taken):
            return move
    raise Fault(f"{text} is not legal in {board.fen}")


def parse(text):
    """Origin, goal and the set of captured squares of a move in Hub notation."""
    squares = [int(square) for square in text.replace("x", "-").split("-")]
    return squares[0], squares[1], frozenset(squares[2:])


def moves_text(board):
    return " ".join(move.hub_move for move in board.move_stack)


def think(engine, board, ply):
    return engine.go(board._game.initial_hub_fen, moves_text(board), **LIMITS[ply % len(LIMITS)])


def ponder(engine, board, expected, hit):
    """Lets the engine think on `expected`; gives its answer after a hit, nothing after a miss."""
    after = board.copy()
    after.push(legal(after, expected))
    if after.is_over():
        return None
    answers = []
    start, line = board._game.initial_hub_fen, moves_text(after)
    search = threading.Thread(
        target=lambda: answers.append(engine.go(start, line, my_time=2.0, ponder=True)), daemon=True
    )
    search.start()
    while engine._last_sent != "go ponder":
        pass
    engine.send("ponder-hit" if hit else "stop")
    search.join(20)
    if not answers:
        raise Fault(f"no answer to {'ponder-hit' if hit else 'stop'} in {after.fen}")
    legal(after, answers[0][0])
    return answers[0] if hit else None


def play(program, variant, hub_name, dice):
    engine = HubEngine([program, "engine", "hub", "--level", "2"])
    try:
        if hub_name not in engine.variants:
            raise Fault(f"the engine does not declare {hub_name}; it has {sorted(engine.variants)}")
        engine.configure({"variant": hub_name})
        engine.init()
        engine.ping()
        board = Board(variant)
        pondered = [0, 0]
        while not board.is_over() and len(board.move_stack) < MAX_PLIES:
            ply = len(board.move_stack)
            answer, expected = think(engine, board, ply)
            board.push(legal(board, answer))
            if expected and not board.is_over() and ply % 5 in (0, 3):
                hit = ply % 5 == 0
                reply = ponder(engine, board, expected, hit)
                pondered[hit] += 1
                if reply:
                    board.push(legal(board, expected))
                    board.push(legal(board, reply[0]))
                    continue
            # The other side moves at random, so that games are not all alike.
            if not board.is_over():
                board.push(dice.choice(board.legal_moves()))
        engine.quit()
        engine.p.wait(10)
        n = len(board.move_stack)
        print(f"{variant}: {n} plies, over: {board.is_over()}, pondered {pondered}, by {engine.id}")
        if n < 20:
            raise Fault(f"the game of {variant} ended after {n} plies: {board.fen}")
    finally:
        if engine.p.poll() is None:
            engine.kill_process()


def main():
    program = sys.argv[1]
    for variant, hub_name in VARIANTS:
        fault = []

        def game():
            try:
                play(program, variant, hub_name, random.Random(7))
            except Exception as error:  # reported below, whatever it is
                fault.append(error)

        thread = threading.Thread(target=game, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        if thread.is_alive():
            sys.exit(f"{variant}: the game hangs")
        if fault:
            sys.exit(f"{variant}: {type(fault[0]).__name__}: {fault[0]}")


if __name__ == "__main__":
    main()

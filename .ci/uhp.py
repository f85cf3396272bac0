"""Drives `quintet engine uhp` with the engine wrapper and the arena of uhp-utils (PyPI), which other
people wrote, and checks what it says against tables that other programs counted.

Usage: python .ci/uhp.py PATH_OF_QUINTET PATH_OF_SCRIPTED_ENGINE

The valid moves of every position of tests/data/hive/positions.tsv must be the listed ones; playing
and taking back every move to depth 3 must give the counts of tests/data/hive/perft.csv; games in the
arena must be played without a fault, and the PGN that uhp-utils writes of them must be read. Exits
with 1 and a sentence at the first fault.
"""

import csv
import subprocess
import sys

from uhp_utils import Arena, EngineWrapper, convert_uhp_to_pgn

# Seconds for any answer.
PATIENCE = 30
MAX_PLIES = 160


class Fault(Exception):
    """What the engine did wrong, as a sentence."""


def payload(engine, command):
    """The lines of an answer without its end."""
    lines = [line.strip() for line in engine.command(command)]
    for line in lines:
        if line.startswith(("err", "invalidmove")):
            raise Fault(f"{command}: {line}")
    return [line for line in lines if line and line != "ok"]


def valid_moves(engine):
    moves = [move for line in payload(engine, "validmoves") for move in line.split(";")]
    if len(moves) != len(set(moves)):
        raise Fault("a move stands twice among the valid ones")
    return moves


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


def check_positions(engine):
    """The same moves in the same spelling as MzingaCpp's; the GameString comes back as it went."""
    n_positions = 0
    for line in rows("tests/data/hive/positions.tsv"):
        game, count, *listed = line.split("\t")
        came = payload(engine, f"newgame {game}")
        if came != [game]:
            raise Fault(f"{game} came back as {came}")
        if "Wins;" in game or ";Draw;" in game:
            continue
        moves = valid_moves(engine)
        if len(moves) != int(count) or sorted(moves) != sorted(";".join(listed).split(";")):
            raise Fault(f"{game}: {count} moves are listed, the engine has {len(moves)}")
        n_positions += 1
    return n_positions


def perft(engine, depth):
    moves = valid_moves(engine)
    if depth == 1:
        return len(moves)
    n_leaves = 0
    for move in moves:
        payload(engine, f"play {move}")
        n_leaves += perft(engine, depth - 1)
        payload(engine, "undo 1")
    return n_leaves


def check_perft(engine):
    with open("tests/data/hive/perft.csv", encoding="utf-8") as file:
        table = [row for row in csv.reader(file) if len(row) >= 3 and row[1].isdigit()]
    n_counts = 0
    for kind, depth, count, *_ in table:
        if not 1 <= int(depth) <= 3:
            continue
        payload(engine, f"newgame {kind}")
        found = perft(engine, int(depth))
        if found != int(count):
            raise Fault(f"perft {depth} of {kind} is {count}, not {found}")
        n_counts += 1
    if n_counts < 24:
        raise Fault(f"only {n_counts} rows of perft.csv were understood")
    return n_counts


def check_games(quintet, scripted):
    """Against an engine that spells moves and heads in another way."""
    other = [scripted, "--uhp", "--rules", "--odd", "--name", "Odd"]
    n_plies = 0
    for kind, limit in [("Base", "depth 1"), ("Base+MLP", "time 00:00:01"), ("Base+LP", "depth 2")]:
        arena = Arena(
            [quintet, "engine", "uhp", "--level", "2"],
            other,
            results_file=None,
            game_type=kind,
            command_timeout=PATIENCE,
            search_timeout=PATIENCE,
        )
        plies = 24 if limit.startswith("time") else MAX_PLIES
        for swap in [False, True]:
            match = arena.play_match(limit, plies, swap_colors=swap, verbose=False)
            if match.result_desc not in ("WhiteWins", "BlackWins", "Draw", "MaxMoves"):
                raise Fault(f"a game of {kind} ended by {match.result_desc}: {match.final_gamestate}")
            check_pgn(quintet, match.final_gamestate)
            n_plies += len(match.moves_played)
    return n_plies


def check_pgn(quintet, game):
    """The game as uhp-utils writes it in PGN leads to the same position as its GameString."""
    answers = []
    for text in [game, convert_uhp_to_pgn(game)]:
        command = [quintet, "moves", "hive", text]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode != 0:
            raise Fault(f"{text}: {done.stderr.strip()}")
        answers.append(done.stdout)
    if answers[0] != answers[1]:
        raise Fault(f"another position is read from the PGN of {game}")


def main():
    quintet, scripted = sys.argv[1:]
    command = [quintet, "engine", "uhp", "--level", "2"]
    with EngineWrapper(command, startup_timeout=PATIENCE, command_timeout=PATIENCE) as engine:
        n_positions = check_positions(engine)
        n_counts = check_perft(engine)
    n_plies = check_games(quintet, scripted)
    print(f"uhp-utils: {n_positions} positions, {n_counts} perft counts, {n_plies} plies of games")


if __name__ == "__main__":
    try:
        main()
    except Fault as fault:
        sys.exit(f"uhp-utils: {fault}")

"""Plays a tournament in 64 shares with GNU parallel and as a job array of Slurm, through the scripts of
contrib, and compares the table of all shares with that of a single run.

Usage: python3 .ci/cluster.py PATH_OF_QUINTET PATH_OF_SCRIPTED_ENGINE

Each time two shares are killed in the middle and run again. Slurm's controller and daemon run on this
machine, with a configuration, keys and ports of their own in a folder that is removed at the end; no
privilege is needed. No wait here has a limit of its own, since a machine may be slow: the caller limits
the whole. Exits with 1 and a sentence at the first fault.
"""

import ctypes
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHARES = 64
GAMES = 20
# These are killed; which one by a signal to the program, and which one by the scheduler.
KILLED, CANCELLED = 5, 41

# Five players, ten encounters of 64 pairs of games: ten pairs for each share. They play the same in the
# same position, whatever they played before, as the built-in engines do not.
TOURNAMENT = """
name = "Cluster"
game = "othello"
format = "round-robin"
pairs = 64
openings = 16
time = "none"
""" + "".join(
    f"""
[[player]]
engine = "{engine}"
protocol = "nboard"
name = "Player {pick}"
"""
    for pick, engine in enumerate(["sh gate.sh", *(f"SCRIPTED --pick {n}" for n in range(1, 5))])
)

# An engine that stops before its 70th move, which is in its third game, while a file says so: its share
# is then killed in the middle on any machine, fast or slow.
GATE = """
share=${SLURM_ARRAY_TASK_ID:-${PARALLEL_SEQ:-none}}
moves=0
while IFS= read -r line; do
    if [ "$line" = go ]; then
        moves=$((moves + 1))
        if [ "$moves" -eq 70 ]; then
            while [ -e "hold-$share" ]; do
                : >"held-$share"
                sleep 0.1
            done
        fi
    fi
    printf '%s\\n' "$line"
done | "$SCRIPTED"
"""


class Fault(Exception):
    """What went wrong, as a sentence."""


class Place:
    """A folder in which the tournament is played, and the daemons that run for it."""

    def __init__(self, folder, quintet, scripted):
        self.folder = folder
        self.work = folder / "work"
        self.work.mkdir()
        self.scripts = Path("contrib").resolve()
        self.env = dict(
            os.environ, QUINTET=str(quintet), SCRIPTED=str(scripted),
            SLURM_CONF=str(folder / "slurm.conf"),
        )
        self.daemons = []
        (self.work / "gate.sh").write_text(GATE)
        (self.work / "cup.toml").write_text(TOURNAMENT.replace("SCRIPTED", str(scripted)))

    def run(self, *command, codes=(0,)):
        """The output of a command in the folder of the tournament."""
        command = [str(part) for part in command]
        done = subprocess.run(
            command, cwd=self.work, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, check=False,
        )
        if codes and done.returncode not in codes:
            said = (done.stdout + done.stderr)[-2000:]
            raise Fault(f"{' '.join(command)}: exit code {done.returncode}\n{said}")
        return done.stdout

    def spawn(self, *command):
        """A program that runs beside this one; it is killed if this one is."""
        with open(self.said(command[0]), "wb") as log:
            return subprocess.Popen(
                [str(part) for part in command], cwd=self.work, env=self.env, stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=end_with_parent,
            )

    def said(self, command):
        """The file of what a program that was spawned has printed."""
        return self.folder / f"{Path(command).name}.out"

    def start(self, *command):
        """A daemon."""
        self.daemons.append((command[0], self.spawn(*command)))

    def check_runs(self, command, process, what):
        if process.poll() is not None:
            said = self.said(command).read_text(errors="replace")[-2000:]
            raise Fault(f"{command} ended while {what} was waited for:\n{said}")

    def wait_until(self, what, is_so):
        """Waits for something that happens unless a daemon ends."""
        while not is_so():
            for command, process in self.daemons:
                self.check_runs(command, process, what)
            time.sleep(0.1)

    def share(self, number):
        return self.work / f"cup-{number}-of-{SHARES}"

    def lines(self, number):
        """The games that a share has finished, without a torn last line."""
        path = self.share(number) / "games.jsonl"
        text = path.read_bytes() if path.exists() else b""
        return text[: text.rfind(b"\n") + 1].splitlines()

    def hold(self, *numbers):
        for number in numbers:
            (self.work / f"hold-{number}").touch()

    def let_go(self, number):
        for file in (f"hold-{number}", f"held-{number}"):
            (self.work / file).unlink(missing_ok=True)

    def processes(self):
        """The processes that work in this folder, besides the daemons, with their command lines."""
        daemons = {process.pid for _, process in self.daemons}
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) in daemons | {os.getpid()}:
                continue
            try:
                folder = os.readlink(entry / "cwd")
                command = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if Path(folder).is_relative_to(self.folder):
                found.append((int(entry.name), [part.decode(errors="replace") for part in command]))
        return found

    def program_of(self, number):
        """The process that plays a share."""
        share = [f"{number}/{SHARES}"]
        found = [
            pid for pid, command in self.processes()
            if command[0] == self.env["QUINTET"] and share == command[4:5]
        ]
        if len(found) != 1:
            raise Fault(f"{len(found)} processes play share {number}")
        return found[0]

    def close(self):
        """Ends what is left, daemons in the reverse order of their start."""
        for _, process in reversed(self.daemons):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        while left := self.processes():
            for pid, _ in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)


def end_with_parent():
    pr_set_pdeathsig = 1
    ctypes.CDLL(None, use_errno=True).prctl(pr_set_pdeathsig, signal.SIGKILL)


def table(place, *command):
    """The table of the last event that a command prints."""
    events = place.run(place.env["QUINTET"], "tournament", *command, "--json").splitlines()
    return json.loads(events[-1])["table"]


def check_middle(place, number):
    """The games of a share that was killed: some of them, not all."""
    lines = place.lines(number)
    if not 0 < len(lines) < GAMES:
        raise Fault(f"share {number} was to be killed in the middle, and has {len(lines)} games")
    return lines


def check_end(place, single, before):
    """The shares have gone on where they were, and together have the table of a single run."""
    for number, lines in before.items():
        after = place.lines(number)
        if len(after) != GAMES or after[: len(lines)] != lines:
            raise Fault(f"share {number} did not go on after its {len(lines)} games")
    shares = [place.share(number) for number in range(1, SHARES + 1)]
    merged = table(place, "merge", *shares, "--out", "whole")
    if merged != single:
        raise Fault(f"the table of the shares is\n{merged}\nand not that of a single run\n{single}")
    for path in (*shares, place.work / "whole"):
        shutil.rmtree(path)


def by_parallel(place, single):
    """Two programs are killed with SIGKILL; parallel plays the other shares to their end."""
    command = ["sh", place.scripts / "parallel.sh", "cup.toml", str(SHARES), "--jobs", "2"]
    place.hold(KILLED, CANCELLED)
    first = place.spawn(*command)
    before = {}
    for number in (KILLED, CANCELLED):
        held = place.work / f"held-{number}"
        while not held.exists():
            place.check_runs("sh", first, f"share {number} in its third game")
            time.sleep(0.1)
        os.kill(place.program_of(number), signal.SIGKILL)
        place.let_go(number)
    if (code := first.wait()) != 2:
        raise Fault(f"two shares were killed, and parallel ended with {code}")
    for number in (KILLED, CANCELLED):
        before[number] = check_middle(place, number)
    # All of them again: the others have nothing left to play.
    place.run(*command)
    check_end(place, single, before)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for sock in sockets:
        sock.bind(("127.0.0.1", 0))
    ports = [sock.getsockname()[1] for sock in sockets]
    for sock in sockets:
        sock.close()
    return ports


def start_slurm(place):
    """Munge, the controller and the daemon of one machine with two processors, whatever it has."""
    folder, user = place.folder, getpass.getuser()
    host = socket.gethostname().split(".")[0]
    controller, daemon = free_ports(2)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    # No control groups: a container may have none. Older versions know no word for that; their plugin of
    # the first version does nothing unless it is asked to.
    version = tuple(int(part) for part in place.run("slurmctld", "-V").split()[-1].split(".")[:2])
    plugin = "disabled" if version >= (23, 11) else "cgroup/v1"
    (folder / "cgroup.conf").write_text(f"CgroupPlugin={plugin}\n")
    (folder / "slurm.conf").write_text(f"""
ClusterName=quintet
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={daemon}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
MailProg=/bin/true
MpiDefault=none
ReturnToService=2
SlurmdTimeout=0
MessageTimeout=100
KillWait=60
UnkillableStepTimeout=600
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
    place.start(
        shutil.which("munged"), "--foreground", "--force", "--key-file", key,
        "--socket", folder / "munge.socket", "--pid-file", folder / "munged.pid",
        "--log-file", folder / "munged.log", "--seed-file", folder / "munged.seed",
    )
    place.wait_until("its socket", (folder / "munge.socket").exists)
    place.start(shutil.which("slurmctld"), "-D", "-i")
    place.start(shutil.which("slurmd"), "-D", "-f", folder / "slurm.conf")
    place.wait_until(
        "a ready machine", lambda: "idle" in place.run("sinfo", "-h", "-o", "%T", codes=None)
    )


def by_slurm(place, single):
    """One share's program is killed with SIGKILL, one is cancelled by the scheduler."""

    def submit(array):
        script = place.scripts / "share.sh"
        output = place.folder / "job-%a.out"
        return place.run(
            "sbatch", "--parsable", f"--array={array}", "--output", output, "--open-mode=append",
            script, "cup.toml", SHARES,
        ).strip()

    def is_queue_empty():
        return not place.run("squeue", "-h").strip()

    place.hold(KILLED, CANCELLED)
    job = submit(f"1-{SHARES}")
    before = {}
    for number in (KILLED, CANCELLED):
        place.wait_until(
            f"share {number} in its third game", (place.work / f"held-{number}").exists
        )
        if number == KILLED:
            os.kill(place.program_of(number), signal.SIGKILL)
        else:
            place.run("scancel", f"{job}_{number}")
        place.wait_until(
            f"the end of share {number}",
            lambda number=number: not place.run("squeue", "-h", "-j", f"{job}_{number}", codes=None),
        )
        before[number] = check_middle(place, number)
        place.let_go(number)
    place.wait_until("the other shares", is_queue_empty)
    submit(f"{KILLED},{CANCELLED}")
    place.wait_until("the two shares", is_queue_empty)
    check_end(place, single, before)


def main():
    programs = [Path(path).resolve() for path in sys.argv[1:]]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="quintet-cluster-", dir="/tmp") as folder:
        place = Place(Path(folder).resolve(), *programs)
        try:
            single = table(place, "cup.toml", "--concurrency", "2")
            shutil.rmtree(place.work / "cup")
            for name, play in (("parallel", by_parallel), ("Slurm", by_slurm)):
                began = time.monotonic()
                if play is by_slurm:
                    start_slurm(place)
                play(place, single)
                print(f"{name}: {SHARES} shares, two killed and run again, the table of a single run,"
                      f" {time.monotonic() - began:.0f} s")
        finally:
            place.close()


if __name__ == "__main__":
    try:
        main()
    except Fault as fault:
        sys.exit(f"cluster.py: {fault}")

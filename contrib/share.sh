#!/bin/sh
#SBATCH --job-name=quintet
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# Plays a share of a tournament, or goes on with it if it was begun: a job of a job array of Slurm,
# or of any other program that starts jobs. Usage:
#
#   sbatch --array=1-64 share.sh FILE.toml 64    all 64 shares
#   sbatch --array=5,41 share.sh FILE.toml 64    two that were ended
#   share.sh FILE.toml 64 5                      the fifth, without Slurm
#
# FILE is named from the folder in which it is played. QUINTET is the program, if it is not in PATH.
set -eu
if [ "$#" -lt 2 ]; then
    echo "usage: share.sh FILE.toml SHARES [NUMBER]" >&2
    exit 2
fi
file=$1
shares=$2
number=${3:-${SLURM_ARRAY_TASK_ID:-}}
if [ -z "$number" ]; then
    echo "share.sh: no number of a share is given, and no job array of Slurm has one" >&2
    exit 2
fi
folder="${file%.toml}-$number-of-$shares"
if [ -e "$folder/tournament.toml" ]; then
    exec "${QUINTET:-quintet}" tournament --resume "$folder"
fi
exec "${QUINTET:-quintet}" tournament "$file" --shard "$number/$shares" --out "$folder"

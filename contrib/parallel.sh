#!/bin/sh
# Plays a tournament in shares with GNU parallel. Run again, it goes on with those that are not over.
# Usage:
#
#   parallel.sh FILE.toml 64 --jobs 8
#   parallel.sh FILE.toml 64 --jobs 4 --sshlogin one,two --workdir . --env QUINTET
#
# What follows the number of shares are options of parallel. Other machines must see the same folder.
# Its exit code is the number of shares that ended with an error.
set -eu
if [ "$#" -lt 2 ]; then
    echo "usage: parallel.sh FILE.toml SHARES [OPTION OF PARALLEL]..." >&2
    exit 2
fi
file=$1
shares=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
seq "$shares" | parallel --quote "$@" sh "$here/share.sh" "$file" "$shares"

#!/usr/bin/env bash
# The example of the buffering remedy: a log in the format of Protocol Buffers, read and written a byte at a time.
# Options go to BufferingExample: --measurements N, --jdk HOME.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
die() { echo "buffering.sh: $*" >&2; exit 2; }
# shellcheck source=tools/toolchain.sh
. "$root/tools/toolchain.sh"

jdk=$(find_jdk)

lib=$root/examples/target/lib
if [[ ! -d $lib || $(find "$root/examples/pom.xml" "$root/examples/src/main" "$root/library/src/main" -newer "$lib" -print -quit) ]]; then
  echo "buffering.sh: building the example ..." >&2
  need_maven
  (cd "$root" && maven -q -Dmaven.test.skip=true -pl examples -am package >&2)
  touch "$lib"
fi
exec "$jdk/bin/java" -cp "$root/examples/target/classes:$lib/*" \
  dev.slipstream.examples.buffering.BufferingExample "$@"

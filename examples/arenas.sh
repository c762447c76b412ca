#!/usr/bin/env bash
# The example of the arenas remedy: Lucene on JDK 21, without and with Slipstream.
# Options go to ArenasExample: --documents N, --threads N, --seconds N, --jdk HOME, --agent JAR[=OPTIONS].
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
die() { echo "arenas.sh: $*" >&2; exit 2; }
# shellcheck source=tools/toolchain.sh
. "$root/tools/toolchain.sh"

jdk=$(find_jdk)

args=("$@")
if [[ " $* " != *" --agent "* ]]; then
  "$root/slipstream" --version >/dev/null # builds the jar where that is needed
  args+=(--agent "$root/target/slipstream.jar=arenas")
fi
[[ " $* " == *" --jdk "* ]] || args+=(--jdk "$("$root/tools/jdks" --only "$cache/jdks" 21)")

lib=$root/examples/target/lib
if [[ ! -d $lib || $(find "$root/examples/pom.xml" "$root/examples/src/main" -newer "$lib" -print -quit) ]]; then
  echo "arenas.sh: building the example ..." >&2
  need_maven
  (cd "$root" && maven -q -Dmaven.test.skip=true -pl examples -am package >&2)
  touch "$lib"
fi
exec "$jdk/bin/java" -cp "$root/examples/target/classes:$lib/*" \
  dev.slipstream.examples.arenas.ArenasExample "${args[@]}"

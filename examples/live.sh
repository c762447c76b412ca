#!/usr/bin/env bash
# A web service on JDK 21 that is diagnosed and put right while it runs, and put back.
# Options go to LiveExample: --users N, --query-ms N, --seconds N, --jdk HOME.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
die() { echo "live.sh: $*" >&2; exit 2; }
# shellcheck source=tools/toolchain.sh
. "$root/tools/toolchain.sh"

jdk=$(find_jdk)

"$root/slipstream" --version >/dev/null # builds the jar where that is needed
args=(--slipstream "$root/slipstream" "$@")
[[ " $* " == *" --jdk "* ]] || args+=(--jdk "$("$root/tools/jdks" --only "$cache/jdks" 21)")

lib=$root/examples/target/lib
if [[ ! -d $lib || $(find "$root/examples/pom.xml" "$root/examples/src/main" -newer "$lib" -print -quit) ]]; then
  echo "live.sh: building the example ..." >&2
  need_maven
  (cd "$root" && maven -q -Dmaven.test.skip=true -pl examples -am package >&2)
  touch "$lib"
fi
exec "$jdk/bin/java" -cp "$root/examples/target/classes:$lib/*" \
  dev.slipstream.examples.live.LiveExample "${args[@]}"

#!/usr/bin/env bash
# The example of the naming remedy: Cassandra on JDK 17, without and with Slipstream.
# Options go to NamingExample: --users N, --seconds N, --jdk HOME, --agent JAR[=OPTIONS].
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
die() { echo "naming.sh: $*" >&2; exit 2; }
# shellcheck source=tools/toolchain.sh
. "$root/tools/toolchain.sh"

jdk=$(find_jdk)

args=("$@")
if [[ " $* " != *" --agent "* ]]; then
  "$root/slipstream" --version >/dev/null # builds the jar where that is needed
  args+=(--agent "$root/target/slipstream.jar=naming")
fi
[[ " $* " == *" --jdk "* ]] || args+=(--jdk "$("$root/tools/jdks" --only "$cache/jdks" 17)")

lib=$root/examples/target/lib
if [[ ! -d $lib || $(find "$root/examples/pom.xml" "$root/examples/src/main" -newer "$lib" -print -quit) ]]; then
  echo "naming.sh: building the example ..." >&2
  need_maven
  (cd "$root" && maven -q -Dmaven.test.skip=true -pl examples package >&2)
  touch "$lib"
fi
cassandra=$root/examples/cassandra/target/lib
if [[ ! -d $cassandra || $root/examples/cassandra/pom.xml -nt $cassandra ]]; then
  echo "naming.sh: fetching Cassandra, 66 MB ..." >&2
  need_maven
  (cd "$root" && maven -q -f examples/cassandra/pom.xml package >&2)
  touch "$cassandra"
fi
exec "$jdk/bin/java" -cp "$root/examples/target/classes:$lib/*" \
  dev.slipstream.examples.naming.NamingExample --cassandra "$root/examples/cassandra" "${args[@]}"

#!/usr/bin/env bash
# The examples of the naming remedy, without and with Slipstream: Kotlin coroutines, and Cassandra on JDK 17 if it is asked for
# by --cassandra, as the first argument.
# Other options go to NamingExample: --coroutines N, --users N, --seconds N, --jdk HOME, --agent JAR[=OPTIONS].
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
die() { echo "naming.sh: $*" >&2; exit 2; }
# shellcheck source=tools/toolchain.sh
. "$root/tools/toolchain.sh"

jdk=$(find_jdk)

with_cassandra=
if [[ ${1:-} == --cassandra ]]; then
  with_cassandra=yes
  shift
fi
args=("$@")
if [[ " $* " != *" --agent "* ]]; then
  "$root/slipstream" --version >/dev/null # builds the jar where that is needed
  args+=(--agent "$root/target/slipstream.jar=naming")
fi
lib=$root/examples/target/lib
if [[ ! -d $lib || $(find "$root/examples/pom.xml" "$root/examples/src/main" -newer "$lib" -print -quit) ]]; then
  echo "naming.sh: building the example ..." >&2
  need_maven
  (cd "$root" && maven -q -Dmaven.test.skip=true -pl examples -am package >&2)
  touch "$lib"
fi
if [[ $with_cassandra ]]; then
  [[ " $* " == *" --jdk "* ]] || args+=(--jdk "$("$root/tools/jdks" --only "$cache/jdks" 17)")
  cassandra=$root/examples/cassandra
  if [[ ! -d $cassandra/target/lib || $cassandra/pom.xml -nt $cassandra/target/lib ]]; then
    echo "naming.sh: fetching Cassandra, 66 MB ..." >&2
    need_maven
    (cd "$root" && maven -q -f examples/cassandra/pom.xml package >&2)
    touch "$cassandra/target/lib"
  fi
  args+=(--cassandra "$cassandra")
fi
exec "$jdk/bin/java" -cp "$root/examples/target/classes:$lib/*" \
  dev.slipstream.examples.naming.NamingExample "${args[@]}"

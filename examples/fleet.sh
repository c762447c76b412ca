#!/usr/bin/env bash
# Prometheus watches an application under Slipstream, through its JMX exporter and through OpenTelemetry's agent.
# Options go to FleetExample: --jdk HOME, --agent JAR[=OPTIONS], --prometheus FOLDER.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
die() { echo "fleet.sh: $*" >&2; exit 2; }
# shellcheck source=tools/toolchain.sh
. "$root/tools/toolchain.sh"

jdk=$(find_jdk)

args=("$@")
if [[ " $* " != *" --agent "* ]]; then
  "$root/slipstream" --version >/dev/null # builds the jar where that is needed
  args+=(--agent "$root/target/slipstream.jar=naming")
fi
[[ " $* " == *" --prometheus "* ]] || args+=(--prometheus "$("$root/tools/prometheus")")

lib=$root/examples/target/lib
if [[ ! -d $lib || ! -d $root/examples/target/fleet ]] ||
  [[ $(find "$root/examples/pom.xml" "$root/examples/src/main" -newer "$lib" -print -quit) ]]; then
  echo "fleet.sh: building the example ..." >&2
  need_maven
  (cd "$root" && maven -q -Dmaven.test.skip=true -pl examples -am package >&2)
  touch "$lib"
fi
exec "$jdk/bin/java" -cp "$root/examples/target/classes:$lib/*" \
  dev.slipstream.examples.fleet.FleetExample --fleet "$root/examples/fleet" --jars "$root/examples/target/fleet" "${args[@]}"

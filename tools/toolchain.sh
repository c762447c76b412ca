# For `source`: what builds Slipstream. The script that sources this says how it complains: `die MESSAGE` ends it.
#   find_jdk     prints the home of a JDK that can build Slipstream and run its command line
#   need_maven   ends the script when there is no Maven
#   maven        runs it on $jdk

least=25
cache=${XDG_CACHE_HOME:-${HOME:-~}/.cache}/slipstream

feature_of() { # JDK_HOME: its feature release, or nothing when it is no JDK with a compiler
  local line
  [[ -x $1/bin/javac && -r $1/release ]] || return 0
  while read -r line || [[ $line ]]; do
    if [[ $line =~ ^JAVA_VERSION=\"?([0-9]+) ]]; then
      echo "${BASH_REMATCH[1]}"
      return 0
    fi
  done <"$1/release"
}

suits() { # JDK_HOME
  local feature
  feature=$(feature_of "$1")
  [[ $feature ]] && ((feature >= least))
}

home_on_path() {
  local javac
  javac=$(command -v javac) && javac=$(readlink -f "$javac") && dirname "$(dirname "$javac")"
}

find_jdk() {
  local home feature best=
  if [[ ${SLIPSTREAM_JAVA_HOME:-} ]]; then
    suits "$SLIPSTREAM_JAVA_HOME" ||
      die "SLIPSTREAM_JAVA_HOME=$SLIPSTREAM_JAVA_HOME is not a JDK $least or newer with bin/javac"
    echo "$SLIPSTREAM_JAVA_HOME"
    return
  fi
  for home in "${JAVA_HOME:-}" "$(home_on_path)"; do
    if [[ $home ]] && suits "$home"; then echo "$home"; return; fi
  done
  # The oldest that suits: an early-access release has warnings that the build does not know yet.
  for home in /usr/lib/jvm/* "${HOME:-~}"/.sdkman/candidates/java/* "${HOME:-~}"/.jdks/* /opt/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$cache"/jdks/*; do
    feature=$(feature_of "$home")
    if [[ $feature ]] && ((feature >= least)) && { [[ ! $best ]] || ((feature < ${best%% *})); }; then
      best="$feature $home"
    fi
  done
  [[ $best ]] || die "needs a JDK $least or newer with javac, and found none in JAVA_HOME, on PATH or in the usual folders.
  Install one (Debian, Ubuntu: temurin-25-jdk or openjdk-25-jdk; SDKMAN: sdk install java 25-tem), or set JAVA_HOME to one.
  Your applications keep the JDK that they have: this one is only for building Slipstream and for its command line."
  echo "${best#* }"
}

need_maven() {
  command -v mvn >/dev/null ||
    die "needs Maven (mvn) for building. Install it (Debian, Ubuntu: apt-get install maven; SDKMAN: sdk install maven)."
}

maven() { # ARGUMENT...: with the JDK $jdk, and without the warnings that Maven's own libraries cause on it
  JAVA_HOME=$jdk MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}" \
    mvn -B "$@"
}

# shellcheck shell=bash disable=SC2154 # the script that sources this sets `jdk`
# For `source`: what builds Slipstream. The script that sources this says how it complains: `die MESSAGE` ends it.
#   find_jdk     prints the home of a JDK that can build Slipstream and run its command line; sets one up where there is none
#   need_maven   sets up Maven where there is none
#   maven        runs it on $jdk

least=25
tools=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=tools/setup.sh
. "$tools/setup.sh"

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
  [[ $best ]] || {
    say "no JDK $least with javac in JAVA_HOME, on PATH or in the usual folders: setting one up"
    home=$("$tools/jdks" --only "$cache/jdks" $least) && suits "$home" ||
      die "needs a JDK $least or newer with javac. Install one, or set JAVA_HOME to one; your applications keep theirs.
  Debian, Ubuntu: apt-get install openjdk-$least-jdk-headless, or temurin-$least-jdk; SDKMAN: sdk install java $least-tem"
    best="$least $home"
  }
  echo "${best#* }"
}

need_maven() {
  local folder certificates
  need_certificates || die "needs certificates for Maven; Debian, Ubuntu: apt-get install ca-certificates"
  mvn=mvn
  command -v mvn >/dev/null || {
    folder=$(debian maven) || die "needs Maven for building; Debian, Ubuntu: apt-get install maven; SDKMAN: sdk install maven"
    mvn=$folder/usr/share/maven/bin/mvn
  }
  trust=
  [[ -e $jdk/lib/security/cacerts ]] && return
  # Debian's JDK, unpacked, has no certificates of its own.
  certificates=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
  trust=-Djavax.net.ssl.trustStore=$cache/cacerts-$(cksum <"$certificates" | cut -d ' ' -f 1)
  set_up "${trust#*=}" import_certificates "$certificates" || die "cannot make a trust store of $certificates"
}

import_certificates() { "$jdk/bin/java" "$tools/ImportCertificates.java" "$1" "$new/made"; }

# With the JDK $jdk, and without the warnings that Maven's own libraries cause on a new one. C2 would take as long again as the work.
maven() { # ARGUMENT...
  local silent='' inherited=${MAVEN_OPTS:-} newer=--sun-misc-unsafe-memory-access=allow
  # A test that Maven runs has our options already, for a JDK that may be newer.
  inherited=${inherited//"$newer"/}
  ! suits "$jdk" || silent="--enable-native-access=ALL-UNNAMED $newer"
  JAVA_HOME=$jdk MAVEN_OPTS="$silent -XX:TieredStopAtLevel=1 $trust $inherited" "$mvn" -B "$@"
}

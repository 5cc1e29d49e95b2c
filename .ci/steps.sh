# Shared by the tiers (tools/ci/tiers.ts): installs packages that a new machine lacks, runs steps, and prints the last lines. Sourced by `run`, `nightly` and `release`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
started=$SECONDS
# Makes tests use the app from the build step, because two builds at the same time would disturb each other.
export CI="${CI:-1}"
# Tests start the server hundreds of times. With compiled code from the first start, each start takes a quarter less CPU time.
export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/node"
failed=()
left_out=()
steps=0
# Test runners whose reports are counted in the last lines.
reports=(test e2e browsers)
# Exit status of a step that left something out (tools/ci/tiers.ts).
LEFT_OUT_STATUS=75

# `install patroni haproxy`: also installs these Debian packages.
install() {
  local missing=() package
  for package in "$@"; do dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package"); done
  command -v chromium >/dev/null || missing+=(chromium)
  [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
  command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
  command -v firefox-esr >/dev/null || missing+=(firefox-esr)
  command -v Xvfb >/dev/null || missing+=(xvfb)
  command -v pgbackrest >/dev/null || missing+=(pgbackrest)
  command -v restic >/dev/null || missing+=(restic)
  command -v systemd-analyze >/dev/null || missing+=(systemd)
  command -v promtool >/dev/null || missing+=(prometheus)
  command -v docker-compose >/dev/null || missing+=(docker-compose)
  command -v podman >/dev/null || missing+=(podman crun)
  command -v buildah >/dev/null || missing+=(buildah)
  command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  if [ ${#missing[@]} -gt 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    # Debian starts installed services unless this file forbids it. Tests start their own on other ports.
    [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d; }
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || exit 1
  fi

  # Not `npm ci`, see docs/decisions/0040-install-container-images-with-npm-install.md. This also fails if the lock file and package.json disagree.
  cp package-lock.json /tmp/package-lock.json.before
  npm install --no-audit --no-fund --loglevel=error || exit 1
  export PATH="$PWD/node_modules/.bin:$PATH"
  node --version
  node tools/ci/lock-file.ts /tmp/package-lock.json.before package-lock.json || exit 1
  rm -rf test-results
  mkdir -p test-results
  echo "=== install took $((SECONDS - started)) s"
}

# A failed step doesn't end the run, so that one run shows all failures.
step() {
  local name=$1 from=$SECONDS status=0
  shift
  echo "=== $name"
  steps=$((steps + 1))
  "$@" || status=$?
  case $status in
    0) ;;
    "$LEFT_OUT_STATUS") left_out+=("$name") ;;
    *) failed+=("$name") ;;
  esac
  echo "=== $name took $((SECONDS - from)) s"
}

# Prints the milliseconds until the given minute of the run, at least one minute.
milliseconds_to_minute() {
  local left=$(($1 * 60 - SECONDS + started))
  echo $(((left > 60 ? left : 60) * 1000))
}

summarise() {
  # Runs again with the reports of the tests, because this run must prove each requirement.
  step requirements npm run --silent check:requirements -- --reports
  echo "took $((SECONDS - started)) s"
  [ ${#failed[@]} -eq 0 ] || echo "failed steps: ${failed[*]}"
  REPORTS="${reports[*]}" LEFT_OUT="${left_out[*]}" STEPS=$steps node tools/ci/ci-summary.ts ${failed[@]+"${failed[@]}"}
}

#!/usr/bin/env bash
# Checks for what the tests need beside npm packages: a browser for HTML pages, a strict XML parser for JUnit,
# servers for runs with workers and traces in databases.
# Installs them as root on Debian or Ubuntu; elsewhere it only says what is missing. It never asks for more rights.
set -euo pipefail

browser="${CHROMIUM_PATH:-/usr/bin/chromium}"
missing=()
[ -x "$browser" ] || missing+=(chromium)
command -v xmllint >/dev/null || missing+=(libxml2-utils)
command -v openssl >/dev/null || missing+=(openssl)
command -v redis-server >/dev/null || missing+=(redis-server)
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
if [ "$(id -u)" -eq 0 ] && [ -e /etc/debian_version ]; then
  # Tests with ClickHouse are skipped where there is none: only a container gets it by itself.
  [ -x /usr/sbin/clickhouse-server ] || [ -x /usr/bin/clickhouse-server ] || missing+=(clickhouse-server)
fi
if [ "$(id -u)" -eq 0 ] && [ -e /etc/debian_version ] && [ -z "${CHROMIUM_PATH:-}" ] &&
  [ ! -x /usr/bin/chromium-headless-shell ]; then
  # The same browser without windows takes half the time. Without it the tests take the other one.
  export DEBIAN_FRONTEND=noninteractive
  { timeout 60 apt-get update -qq &&
    timeout 120 apt-get install -y -qq --no-install-recommends --no-remove chromium-headless-shell; } \
    >/dev/null 2>&1 || true
fi
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ] && [ -e /etc/debian_version ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  exit 0
fi

for package in "${missing[@]}"; do
  case "$package" in
    chromium) echo "missing: a browser at $browser (CHROMIUM_PATH names another place)" ;;
    libxml2-utils) echo "missing: xmllint" ;;
    *) echo "missing: $package" ;;
  esac
done >&2
cat >&2 <<HOW
install, with the rights that your system asks for:
  Debian, Ubuntu:  apt-get install ${missing[*]}
  Fedora:          dnf install chromium libxml2 openssl redis postgresql-server
  macOS:           brew install --cask chromium; brew install redis postgresql (xmllint comes with the command line tools)
  Windows:         run the tests in WSL, as on Debian
HOW
exit 1

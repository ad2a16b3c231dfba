#!/usr/bin/env bash
# Checks for what the tests need beside npm packages: a browser for HTML pages, a strict XML parser for JUnit.
# Installs them as root on Debian or Ubuntu; elsewhere it only says what is missing. It never asks for more rights.
set -euo pipefail

browser="${CHROMIUM_PATH:-/usr/bin/chromium}"
missing=()
[ -x "$browser" ] || missing+=(chromium)
command -v xmllint >/dev/null || missing+=(libxml2-utils)
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
    *) echo "missing: xmllint" ;;
  esac
done >&2
cat >&2 <<HOW
install, with the rights that your system asks for:
  Debian, Ubuntu:  apt-get install ${missing[*]}
  Fedora:          dnf install chromium libxml2
  macOS:           brew install --cask chromium (xmllint comes with the command line tools)
  Windows:         run the tests in WSL, as on Debian
HOW
exit 1

#!/usr/bin/env bash
# Installs the engine of the current ClickHouse dialect (chdb, about 540 MB) for `npm run verify:full`, into
# $WHICHTOOL_ENGINES or `.engines` of this folder. Without it the tests that need Map and JSON columns are skipped.
set -euo pipefail

folder="${WHICHTOOL_ENGINES:-$(dirname "$0")/../.engines}"
mkdir -p "$folder"
cd "$folder"
[ -e package.json ] || echo '{ "private": true }' >package.json
npm install --no-audit --no-fund --save-exact chdb@3.4.0
echo "installed in $PWD"

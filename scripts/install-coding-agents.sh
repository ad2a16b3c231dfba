#!/usr/bin/env bash
# Installs the coding agents that src/run/drive/coding-agents.test.ts and test/coding-agent-logs.test.ts drive, about 750 MB,
# into $WHICHTOOL_AGENTS or a folder of the temporary directory. They need no key: the tests are their model. Without them
# the tests are skipped, but not in `npm run verify:full`, which installs them.
set -euo pipefail

agents=(@openai/codex@0.169.0 @google/gemini-cli@0.61.0 @anthropic-ai/claude-code@2.1.197)
folder="${WHICHTOOL_AGENTS:-${TMPDIR:-/tmp}/whichtool-agents}"
[ "$(cat "$folder/installed" 2>/dev/null)" != "${agents[*]}" ] || exit 0
mkdir -p "$folder"
cd "$folder"
[ -e package.json ] || echo '{ "private": true }' >package.json
npm install --no-audit --no-fund --save-exact "${agents[@]}"
echo "${agents[*]}" >installed
echo "installed in $folder"

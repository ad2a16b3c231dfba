#!/usr/bin/env bash
# Installs the coding agents that src/run/drive/coding-agents.test.ts drives, about 750 MB, into $WHICHTOOL_AGENTS or a folder
# of the temporary directory. They need no key: the test is their model. Without them the test is skipped.
set -euo pipefail

folder="${WHICHTOOL_AGENTS:-${TMPDIR:-/tmp}/whichtool-agents}"
mkdir -p "$folder"
cd "$folder"
[ -e package.json ] || echo '{ "private": true }' >package.json
npm install --no-audit --no-fund --save-exact @openai/codex@0.169.0 @google/gemini-cli@0.61.0 \
  @anthropic-ai/claude-code@2.1.197
echo "installed in $folder"

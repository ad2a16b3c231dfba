import { type Json, stringifyAsWritten } from '#core';
import { escapeHtml } from '../escape/html.ts';
import { island } from '../html/island.ts';
import { CLIENT_SCRIPT, CLIENT_STYLE, SCRIPT_HASH, STYLE_HASH } from './client.generated.ts';
import { packSheet } from './pack-sheet.ts';
import type { LabelSheet } from './sheet.ts';

/** Nothing may be fetched, framed or run but this page's own script and style, and no text may become markup. */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A sheet as one page that works without a network: labelling by keyboard, and a button that exports a file to import. */
export function* sheetHtml(sheet: LabelSheet): Generator<string> {
  const title = `${sheet.dataset}: labels of ${sheet.reviewer}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${CLIENT_STYLE}</style>
</head>
<body>
<div id="page"><noscript>This page labels by a script inside it. Allow scripts to use it.</noscript></div>
`;
  yield island('sheet', stringifyAsWritten(packSheet(sheet) as unknown as Json));
  yield `<script>${CLIENT_SCRIPT}</script>\n</body>\n</html>\n`;
}

import { type Json, stringifyJson } from '#core';
import { escapeHtml } from '../escape/html.ts';
import { island } from '../html/island.ts';
import { CLIENT_SCRIPT, CLIENT_STYLE, SCRIPT_HASH, STYLE_HASH } from './client.generated.ts';
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

/** A sheet as one page that works without a network: labelling by keyboard, and a button that saves a file to import. */
export function* sheetHtml(sheet: LabelSheet): Generator<string> {
  const { task, reviewer, rows, guide, guideHash } = sheet;
  // Distinguishes what a browser keeps of one sheet from what it keeps of another.
  const key = rows
    .map(({ caseHash }) => caseHash.slice(0, 4))
    .join('')
    .slice(0, 64);
  const hasStatements = rows.some(
    ({ question }) => question?.kind === 'answer' && question.statements.length > 0,
  );
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Labels of ${escapeHtml(reviewer)}</title>
<style>${CLIENT_STYLE}</style>
</head>
<body>
<header><h1>Labels of ${escapeHtml(reviewer)} · <span id="progress" role="status">0 of ${rows.length} done</span></h1>
<button type="button" id="previous" title="k">Previous</button><button type="button" id="next" title="j">Next</button><button type="button" id="save" title="s">Save</button>
<progress id="bar" aria-label="Done" value="0" max="${Math.max(1, rows.length)}"></progress></header>
<div class="panes"><main id="case"><noscript>This page labels by a script inside it. Allow scripts to use it.</noscript></main>
<aside aria-label="Keys and guide"><p><kbd>1</kbd>-<kbd>9</kbd> choose · ${task === 'label' ? '<kbd>Shift</kbd> also this one · <kbd>n</kbd> none · <kbd>o</kbd> another · <kbd>a</kbd> arguments · ' : `${hasStatements ? '<kbd>y</kbd> <kbd>x</kbd> next statement yes, no · ' : ''}<kbd>c</kbd> clause · `}<kbd>r</kbd> why · <kbd>u</kbd> take back · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>s</kbd> save</p>
<pre>${guide === null ? '' : guide.split('\n').map(escapeHtml).join('\n')}</pre></aside></div>
`;
  yield island('sheet', stringifyJson({ task, reviewer, key, guideHash, rows } as unknown as Json));
  yield `<script>${CLIENT_SCRIPT}</script>\n</body>\n</html>\n`;
}

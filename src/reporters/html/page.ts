import type { Report, Verdict } from '#core';
import { verdictLine } from '../wording/verdict-line.ts';
import { CLIENT_STYLE, SCRIPT_HASH, STYLE_HASH } from './client.generated.ts';
import { GLYPHS, LABELS, VERDICTS } from './verdicts.ts';

/**
 * Nothing may be fetched, framed or run but our own script and style, and no text may become markup:
 * `trusted-types 'none'` makes a browser refuse `innerHTML` and its kin.
 */
export const REPORT_PAGE_POLICY: string = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Colours of the icon in the browser's tab, readable on light and dark. */
const ICON_COLORS: Readonly<Record<Verdict, string>> = {
  fail: '%23d93f3f',
  error: '%23c77d0a',
  inconclusive: '%237c6bdc',
  pass: '%232e9e57',
};

/**
 * The page up to its data. It contains numbers and our own words only: text of the report comes as data and
 * becomes text nodes in the browser, so there is no place here where it could turn into markup.
 */
export function pageStart(report: Report): string {
  const verdict = knownVerdict(report.verdict);
  const reasons = verdictLine({ ...report, verdict }).parts.join(' · ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${REPORT_PAGE_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${LABELS[verdict]} · whichtool report</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${ICON_COLORS[verdict]}'/%3E%3C/svg%3E">
<style>${CLIENT_STYLE}</style>
</head>
<body>
<div id="app"><main class="without-script">
<h1><span class="verdict ${verdict}"><span aria-hidden="true">${GLYPHS[verdict]}</span> ${LABELS[verdict]}</span></h1>
<p>${reasons}</p>
<noscript><p>The evidence in this report is shown by a script inside this file. Allow scripts to read it.</p></noscript>
</main></div>
`;
}

export const pageEnd = '</body>\n</html>\n';

/** Found, not copied: a saved report may claim a verdict that does not exist. */
function knownVerdict(claimed: Verdict): Verdict {
  return VERDICTS.find((known) => known === claimed) ?? 'error';
}

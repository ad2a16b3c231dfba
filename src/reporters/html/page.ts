import type { Report, Verdict } from '#core';
import { toneOfAll } from '../comparison/wording.ts';
import { headlineOf } from '../comparison/sentence.ts';
import { CLIENT_STYLE, SCRIPT_HASH, STYLE_HASH } from './client.generated.ts';
import { baselineReason, verdictLine } from '../wording/verdict-line.ts';
import { countByVerdict, GLYPHS, LABELS, VERDICTS } from './verdicts.ts';

/**
 * Nothing may be fetched, framed or run but our own script and style, and no text may become markup:
 * `trusted-types 'none'` makes a browser refuse `innerHTML` and its kin.
 */
const POLICY = [
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
 * The page up to its data. It holds numbers and our own words only: text of the report comes as data and
 * becomes text nodes in the browser, so there is no place here where it could turn into markup.
 */
export function pageStart(report: Report): string {
  const verdict = knownVerdict(report.verdict);
  const counts = countByVerdict([...report.tests, ...report.evals]);
  const total = report.tests.length + report.evals.length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${LABELS[verdict]} · whichtool report</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${ICON_COLORS[verdict]}'/%3E%3C/svg%3E">
<style>${CLIENT_STYLE}</style>
</head>
<body>
<header class="top">
<h1><button type="button" id="home" title="Overview"><span class="badge ${verdict}" aria-hidden="true">${GLYPHS[verdict]}</span>${LABELS[verdict]}</button></h1>
<p class="counts">${verdictText({ ...report, verdict })}<span id="source"></span></p>
<div class="find"><input type="search" id="search" placeholder="Search names, tools, classes" aria-label="Search names, tools, classes" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></div>
<button type="button" id="theme" class="quiet" aria-label="Switch theme" title="Switch theme"><span aria-hidden="true">◐</span></button>
<div class="chips" id="chips" role="group" aria-label="Show">${chips(counts, total)}</div>
${bar(counts, total, verdict)}
</header>
<div class="panes">
<nav aria-label="Tests and evals"><p id="shown" class="shown" role="status"></p><div id="list" class="scroller" tabindex="-1"></div><p class="foot"><button type="button" id="about" class="quiet"></button></p></nav>
<main id="detail" tabindex="-1"><noscript><p class="empty">The evidence in this report is shown by a script inside this file. Allow scripts to read it.</p></noscript></main>
</div>
`;
}

export const pageEnd = '</body>\n</html>\n';

/** Why the report has its verdict, in words of ours; how it compares with an earlier one is said once. */
function verdictText(report: Report): string {
  const { baseline } = report;
  const reason = baselineReason(baseline);
  const compared = baseline === undefined ? null : baselineText(baseline);
  const [first = '', ...rest] = verdictLine(report).parts.map((part) =>
    part === reason && compared !== null ? compared : part,
  );
  const parts = [`<strong>${first}</strong>`, ...rest];
  if (compared !== null && first !== compared && !rest.includes(compared)) parts.push(compared);
  return parts.map((part) => `<span>${part}</span>`).join(' ');
}

function baselineText(baseline: NonNullable<Report['baseline']>): string {
  const look = `ink-${knownVerdict(toneOfAll(baseline))}`;
  return `against the baseline: <button type="button" id="baseline" class="${look}">${headlineOf(baseline)}</button>`;
}

/** Found, not copied: a saved report may claim a verdict that does not exist. */
function knownVerdict(claimed: Verdict): Verdict {
  return VERDICTS.find((known) => known === claimed) ?? 'error';
}

function chips(counts: ReadonlyMap<Verdict, number>, total: number): string {
  const all = `<button type="button" class="chip" data-show="all" aria-pressed="true">All <b>${grouped(total)}</b></button>`;
  const rest = VERDICTS.filter((verdict) => counts.has(verdict)).map(
    (verdict) =>
      `<button type="button" class="chip" data-show="${verdict}" aria-pressed="false"><span class="ink-${verdict}" aria-hidden="true">${GLYPHS[verdict]}</span> ${LABELS[verdict]} <b>${grouped(counts.get(verdict) ?? 0)}</b></button>`,
  );
  return all + rest.join('');
}

/** The share of each verdict as one thin line, drawn with numbers only; a verdict that is none of theirs has it all. */
function bar(counts: ReadonlyMap<Verdict, number>, total: number, verdict: Verdict): string {
  if (total > 0 && !counts.has(verdict)) return bar(new Map([[verdict, 1]]), 1, verdict);
  let start = 0;
  const parts = VERDICTS.filter((each) => counts.has(each)).map((each) => {
    const width = (1000 * (counts.get(each) ?? 0)) / total;
    const rect = `<rect class="${each}" x="${start.toFixed(2)}" width="${width.toFixed(2)}" height="3"/>`;
    start += width;
    return rect;
  });
  return `<svg class="bar" viewBox="0 0 1000 3" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

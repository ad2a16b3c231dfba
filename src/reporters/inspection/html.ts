import type { InspectionReport } from '#core';
import { escapeHtml } from '../escape/html.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { gateNote } from '../wording/gate-note.ts';
import { formatNeed, formatValue } from '../wording/value.ts';
import type { InspectionReporter } from './reporter.ts';
import { grouped, type Section, sectionsOf, summaryParts } from './sections.ts';
import { staticPageEnd, staticPageStart } from '../static-page/page.ts';

/** A table of more rows scrolls by itself, so that what comes after it is found. */
const LONG = 20;

/** The inspection as one self-contained page without a script. */
export const inspectionHtml: InspectionReporter = function* inspectionHtml(report) {
  yield pageStart(report);
  if (report.gates.length > 0) yield gatesTable(report);
  for (const section of sectionsOf(report)) yield sectionHtml(section);
  if (report.unmeasured.total > 0) yield unmeasuredHtml(report);
  if (report.issues.length > 0) yield issuesHtml(report);
  yield figuresHtml(report);
  yield staticPageEnd(report.version);
};

function pageStart(report: InspectionReport): string {
  const cards = summaryParts(report).map((part) => `<li>${escapeHtml(part)}</li>`);
  const verdict =
    report.gates.length === 0 && report.verdict === 'pass'
      ? ''
      : ` <span class="tag ${report.verdict}">${VERDICT_WORDS[report.verdict]}</span>`;
  return `${staticPageStart('whichtool inspection')}<header><h1>Inspection${verdict}</h1><ul class="facts">${cards.join('')}</ul></header>
`;
}

function sectionHtml({ title, tone, columns, rows, total }: Section): string {
  const head = columns.map(({ name, isNumber }) => cell('th', name, isNumber)).join('');
  const body = rows.map(
    (row) =>
      `<tr>${row.map((value, i) => cell('td', value, columns[i]?.isNumber ?? false, columns[i]?.name)).join('')}</tr>`,
  );
  const hidden = total - rows.length;
  const more = hidden > 0 ? `<p class="more">and ${grouped(hidden)} more</p>` : '';
  return `<section class="${tone}"><h2>${title} <small>${grouped(total)}</small></h2>
<div class="${rows.length > LONG ? 'wide long" tabindex="0' : 'wide'}"><table class="folds"><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${more}</section>
`;
}

/** A phone shows the name of the column, our own text, beside the value. */
function cell(tag: 'td' | 'th', value: string, isNumber: boolean, column?: string): string {
  const name = column === undefined ? '' : ` data-column="${column}"`;
  return `<${tag}${isNumber ? ' class="number"' : ''}${name}>${escapeHtml(value)}</${tag}>`;
}

function gatesTable({ gates }: InspectionReport): string {
  const rows = gates.map(
    (gate) =>
      `<tr><td>${escapeHtml(gate.metric)}</td>${cell('td', formatValue(gate.observed, gate.unit), true, 'observed')}${cell('td', formatNeed(gate), false, 'needs')}<td><span class="tag ${gate.outcome}">${VERDICT_WORDS[gate.outcome]}</span></td>${cell('td', gateNote(gate), false, 'note')}</tr>`,
  );
  return `<section><h2>Gates <small>${grouped(gates.length)}</small></h2><div class="wide"><table class="folds"><thead><tr><th>metric</th><th class="number">observed</th><th>needs</th><th></th><th>note</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>\n`;
}

function unmeasuredHtml({ unmeasured }: InspectionReport): string {
  const items = unmeasured.items.map(({ where, message, code }) => listItem(where, message, code));
  return `<section class="bad"><h2>Not measured <small>${grouped(unmeasured.total)}</small></h2><ul>${items.join('')}</ul></section>\n`;
}

function issuesHtml({ issues, moreIssues = 0 }: InspectionReport): string {
  const items = issues.map(({ where, message, code }) => listItem(where, message, code));
  if (moreIssues > 0) items.push(`<li>and ${grouped(moreIssues)} more</li>`);
  return `<section class="odd"><h2>Warnings <small>${grouped(issues.length + moreIssues)}</small></h2><ul>${items.join('')}</ul></section>\n`;
}

function listItem(where: string | null, message: string, code: string): string {
  const place = where === null ? '' : `<code>${escapeHtml(where)}</code> `;
  return `<li>${place}${escapeHtml(message)} <small>${escapeHtml(code)}</small></li>`;
}

/** Every figure that can be a gate, under the id that a gate uses. */
function figuresHtml({ metrics, units, notMeasured = {} }: InspectionReport): string {
  const rows = Object.entries(metrics).map(
    ([id, value]) =>
      `<tr><td><code>${escapeHtml(id)}</code></td><td class="number">${formatValue(value, units[id] ?? 'count')}</td><td>${escapeHtml(notMeasured[id] ?? '')}</td></tr>`,
  );
  return `<section><h2>Figures that can be gates</h2><p class="more">Give any of them a limit: <code>--threshold hallucinated.calls=0</code></p><div class="wide"><table class="folds"><tbody>${rows.join('\n')}</tbody></table></div></section>\n`;
}

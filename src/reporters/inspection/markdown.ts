import type { ReportIssue } from '#core';
import { markdownCode } from '../escape/markdown.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { formatNeed, formatValue } from '../wording/value.ts';
import type { InspectionReporter } from './reporter.ts';
import { gateNote } from '../wording/gate-note.ts';
import { grouped, notMeasuredLines, type Section, sectionsOf, summaryParts } from './sections.ts';

const ROWS_SHOWN = 20;

/** The inspection for a pull request or a wiki. */
export const inspectionMarkdown: InspectionReporter = function* inspectionMarkdown(report) {
  yield `## whichtool inspect: ${VERDICT_WORDS[report.verdict]}\n\n`;
  yield `${summaryParts(report).join(' · ')}\n\n`;
  if (report.gates.length > 0) {
    yield '| gate | observed | needs | note |\n|---|---|---|---|\n';
    for (const gate of report.gates) {
      const mark = gate.outcome === 'pass' ? '✅' : '❌';
      yield `| ${mark} ${markdownCode(gate.metric)} | ${formatValue(gate.observed, gate.unit)} | ${formatNeed(gate)} | ${formatCell(gateNote(gate), false)} |\n`;
    }
    yield '\n';
  }
  for (const section of sectionsOf(report)) yield* formatSection(section);
  yield* formatList('Not measured', report.unmeasured.items, report.unmeasured.total);
  yield* formatList('Warnings', report.issues, report.issues.length + (report.moreIssues ?? 0));
  const figures = Object.entries(report.metrics)
    .filter(([, value]) => value !== null)
    .map(([id, value]) => `${markdownCode(id)} ${formatValue(value, report.units[id] ?? 'count')}`);
  yield `### Figures\n\n${figures.join(' · ')}\n`;
  const missing = notMeasuredLines(report);
  if (missing.length > 0)
    yield `\nNot measured:\n\n${missing.map((line) => `- ${line}\n`).join('')}`;
};

/** What could not be measured, or was odd, each with its place. */
function* formatList(
  title: string,
  items: readonly Pick<ReportIssue, 'where' | 'message' | 'code'>[],
  total: number,
): Iterable<string> {
  if (total === 0) return;
  yield `### ${title} (${grouped(total)})\n\n`;
  const shown = items.slice(0, ROWS_SHOWN);
  for (const { where, message, code } of shown)
    yield `- ${markdownCode(`${where ?? ''} ${message} [${code}]`.trim())}\n`;
  yield total > shown.length ? `- and ${grouped(total - shown.length)} more\n\n` : '\n';
}

function* formatSection({ title, columns, rows, total }: Section): Iterable<string> {
  yield `### ${title} (${grouped(total)})\n\n`;
  yield `| ${columns.map(({ name }) => name).join(' | ')} |\n`;
  yield `|${columns.map(({ isNumber }) => (isNumber ? '---:' : '---')).join('|')}|\n`;
  for (const row of rows.slice(0, ROWS_SHOWN))
    yield `| ${row.map((cell, i) => formatCell(cell, columns[i]?.isNumber ?? false)).join(' | ')} |\n`;
  const more = total - Math.min(rows.length, ROWS_SHOWN);
  yield more > 0 ? `\nand ${grouped(more)} more\n\n` : '\n';
}

/** Numbers are ours; everything else may come from a trace. */
function formatCell(cell: string, isNumber: boolean): string {
  return isNumber || cell === '' ? cell : markdownCode(cell);
}

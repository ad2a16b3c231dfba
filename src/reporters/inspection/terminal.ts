import type { InspectionReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { innerWidth, type Page, pageOf, withGutter } from '../terminal/block.ts';
import { formatNote, gateRow } from '../terminal/gates.ts';
import { alignRows, type Cell, wrapParts } from '../terminal/layout.ts';
import { MARKS } from '../terminal/theme.ts';
import { formatWarnings } from '../terminal/warnings.ts';
import { cutToWidth, textWidth, wrapToWidth } from '../terminal/width.ts';
import { clip } from '../wording/clip.ts';
import { gateNote } from '../wording/gate-note.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { formatCount, formatValue } from '../wording/value.ts';
import type { InspectionReporter } from './reporter.ts';
import { grouped, notMeasuredLines, type Section, sectionsOf, summaryParts } from './sections.ts';

/** How many rows of a table fit on one good screen. */
const TOOLS_SHOWN = 12;
const ROWS_SHOWN = 4;
const BRIEF_SHOWN = 3;
const WARNINGS_OF_A_KIND = 2;
const BRIEF_CELL = 40;
const LONGEST_CELL = 60;

/** The inspection on one screen: the tools, then what is odd about how they were used. */
export const inspectionTerminal: InspectionReporter = function* inspectionTerminal(
  report,
  options,
) {
  const page = pageOf(options);
  yield `${heading(report, page)}\n\n`;
  const sections = sectionsOf(report);
  for (const section of sections.filter(({ brief }) => brief === null))
    yield `${formatSection(section, page).join('\n')}\n\n`;
  const lines = briefLines(sections, page);
  if (lines.length > 0) yield `${lines.join('\n')}\n\n`;
  if (report.runs.errors > 0) yield `${unmeasured(report, page).join('\n')}\n\n`;
  const warnings = formatWarnings(report, page, WARNINGS_OF_A_KIND);
  if (warnings.length > 0) yield `${warnings.join('\n')}\n\n`;
  const missing = notMeasured(report, page);
  if (missing.length > 0) yield `${missing.join('\n')}\n\n`;
  yield `${gates(report, page).join('\n')}\n`;
};

function heading(report: InspectionReport, { theme, width }: Page): string {
  const parts = summaryParts(report).map((part) => makeVisible(part));
  const lines = wrapParts(parts, width, '');
  return [theme.bold(lines[0] ?? ''), ...lines.slice(1)].join('\n');
}

function formatSection(section: Section, page: Page): string[] {
  const { theme } = page;
  const isTools = section.title === 'Tools';
  const rows = section.rows.slice(0, isTools ? TOOLS_SHOWN : ROWS_SHOWN);
  const paint = {
    bad: theme.verdict.fail,
    odd: theme.verdict.inconclusive,
    plain: (text: string): string => text,
  }[section.tone];
  const more = section.total - rows.length;
  const count = isTools || section.tone === 'plain' ? '' : ` (${grouped(section.total)})`;
  const cells = rows.map((row) => row.map((cell) => cutToWidth(makeVisible(cell), LONGEST_CELL)));
  const all = section.columns.map(({ name }) => name);
  const widths = all.map((name, i) =>
    Math.max(textWidth(name), ...cells.map((row) => textWidth(row[i] ?? ''))),
  );
  const head = all.slice(0, fittingColumns(widths, innerWidth(page)));
  const align = (row: readonly string[], style?: (text: string) => string): Cell[] =>
    row.map((cell, i) => {
      const fill = (widths[i] ?? 0) - textWidth(cell);
      const isRight = cell !== '' && section.columns[i]?.isNumber;
      const text = isRight ? ' '.repeat(fill) + cell : cell;
      return style === undefined ? { text } : { text, paint: style };
    });
  const table = alignRows(
    [align(head, theme.dim), ...cells.map((row) => align(row.slice(0, head.length)))],
    innerWidth(page),
  ).flat();
  if (more > 0) table.push(theme.dim(`and ${grouped(more)} more, see --reporter html=page.html`));
  return [theme.bold(paint(`${section.title}${count}`)), ...withGutter(table, paint)];
}

/** How many columns fit beside each other, at least three: a narrow screen shows the first ones. */
function fittingColumns(widths: readonly number[], room: number): number {
  let used = 0;
  const fitting = widths.findIndex((width, i) => {
    used += width + (i === 0 ? 0 : 2);
    return used > room;
  });
  return fitting < 0 ? widths.length : Math.max(3, fitting);
}

/** What is worth a line: each with the first few names and their figure. */
function briefLines(sections: readonly Section[], page: Page): string[] {
  const { theme } = page;
  const briefs = sections.filter(({ brief }) => brief !== null);
  const width = Math.max(0, ...briefs.map(({ title }) => textWidth(title)));
  const lines = briefs.flatMap((section) => {
    const { title, tone } = section;
    const paint = { bad: theme.verdict.fail, odd: theme.verdict.inconclusive, plain: theme.bold }[
      tone
    ];
    const room = Math.max(20, innerWidth(page) - width - 2);
    const [first = '', ...others] = wrapToWidth(briefText(section), room);
    const fill = ' '.repeat(width - textWidth(title) + 2);
    return [paint(title) + fill + first, ...others.map((line) => ' '.repeat(width + 2) + line)];
  });
  return withGutter(lines, theme.dim);
}

function briefText({ brief, columns, rows, total }: Section): string {
  const shown = rows.slice(0, BRIEF_SHOWN).map((row) => {
    const name = cutToWidth(makeVisible(row[0] ?? ''), BRIEF_CELL);
    if (!brief) return name;
    const told = cutToWidth(makeVisible(row[brief] ?? ''), BRIEF_CELL);
    return columns[brief]?.isNumber ? `${name} ${told}` : `${name} (${told})`;
  });
  const more = total - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}

function unmeasured({ unmeasured: list }: InspectionReport, page: Page): string[] {
  const { theme } = page;
  const paint = theme.verdict.error;
  const lines = list.items.slice(0, ROWS_SHOWN).flatMap(({ where, message, code }) => {
    const place = where === null ? '' : `${where} `;
    const text = makeVisible(clip(`${place}${message} [${code}]`, 600));
    return wrapToWidth(text, innerWidth(page), '  ');
  });
  if (list.total > ROWS_SHOWN)
    lines.push(theme.dim(`and ${grouped(list.total - ROWS_SHOWN)} more`));
  return [theme.bold(paint(`Not measured (${grouped(list.total)})`)), ...withGutter(lines, paint)];
}

/** The figures that some runs do not record, each reason with its ids. */
function notMeasured(report: InspectionReport, page: Page): string[] {
  const { theme } = page;
  const lines = notMeasuredLines(report).flatMap((line) =>
    wrapToWidth(makeVisible(line), innerWidth(page), '  '),
  );
  if (lines.length === 0) return [];
  return [theme.bold('Figures that were not measured'), ...withGutter(lines, theme.dim)];
}

/** The gates and their verdict; without gates, the figures that could be gated. */
function gates(report: InspectionReport, page: Page): string[] {
  const { theme, width } = page;
  if (report.gates.length === 0) {
    const figures = Object.entries(report.metrics)
      .filter(([, value]) => value !== null)
      .map(([id, value]) => `${id} ${formatValue(value, report.units[id] ?? 'count')}`);
    if (figures.length === 0) return [];
    // Only what was measured can be a good example.
    const example = Object.keys(report.metrics).find(
      (id) => id.endsWith('.calls') && report.metrics[id] !== null,
    );
    return [
      theme.dim(`Any of these can be a gate, as --threshold ${example ?? 'failed.calls'}=0:`),
      ...wrapParts(figures, width - 2, '').map((line) => theme.dim(`  ${line}`)),
    ];
  }
  const aligned = alignRows(
    report.gates.map((gate) => gateRow(gate, [], page)),
    width - 2,
  );
  const rows = report.gates.flatMap((gate, i) => [
    ...(aligned[i] ?? []),
    ...formatNote(gateNote(gate), page),
  ]);
  const verdict = `${MARKS[report.verdict]} ${VERDICT_WORDS[report.verdict]}`;
  const open = report.gates.filter(({ outcome }) => outcome !== 'pass').length;
  const told = open === 0 ? 'every gate held' : `${formatCount(open, 'gate')} did not hold`;
  return [...rows, '', `${theme.bold(theme.verdict[report.verdict](verdict))}  ${told}`];
}

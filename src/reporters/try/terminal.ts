import { formatP, formatShare } from '../comparison/wording.ts';
import { makeVisible } from '../escape/visible.ts';
import { innerWidth, type Page, pageOf, withGutter } from '../terminal/block.ts';
import { alignRows, type Cell, GAP, wrapParts } from '../terminal/layout.ts';
import { MARKS } from '../terminal/theme.ts';
import { formatWarnings } from '../terminal/warnings.ts';
import { cutToWidth, textWidth, wrapToWidth } from '../terminal/width.ts';
import { clip } from '../wording/clip.ts';
import { formatCount } from '../wording/value.ts';
import type { TryReporter } from './reporter.ts';
import type { PairedCases, TriedCell, TriedEval } from './try-report.ts';
import {
  agentLines,
  explainCell,
  explainChange,
  groupCells,
  headlineOf,
  type PatchLines,
  patchLines,
  toneOf,
  verdictText,
} from './wording.ts';

const NAME_WIDTH = 32;
const TOOLS_SHOWN = 20;
const CELLS_SHOWN = 15;
const CASES_SHOWN = 8;
const LINE_LENGTH = 2000;

/** What was tried on one screen: what got worse, what got better, then what the model is told now. */
export const tryTerminal: TryReporter = function* tryTerminal(report, options) {
  const page = pageOf(options);
  const { theme } = page;
  const tone = report.errors > 0 && report.verdict !== 'worse' ? 'error' : toneOf(report.verdict);
  yield `${theme.bold(theme.verdict[tone](`${MARKS[tone]} try: ${headlineOf(report)}`))}\n`;
  for (const one of report.evals)
    yield toText(withGutter(formatEval(one, page), theme.verdict[toneOf(one.verdict)]));
  const patch = [...report.patch.map(patchLines), ...(report.agents ?? []).map(agentLines)].flatMap(
    (lines) => formatPatch(lines, page),
  );
  yield `\n${theme.bold('What the model is told now')}\n${toText(withGutter(patch, theme.dim))}`;
  const warnings = formatWarnings(report, page);
  if (warnings.length > 0) yield `\n${toText(warnings)}`;
};

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function formatEval(one: TriedEval, page: Page): string[] {
  const name = cutToWidth(makeVisible(one.name), NAME_WIDTH);
  const title = `${name}: ${one.cases} of ${formatCount(one.allCases, 'case')} run again`;
  return [
    page.theme.bold(title),
    ...formatTools(one, page),
    ...wrapToWidth(explainChange(one), innerWidth(page), '  '),
    ...formatCases('now failing', one.brokenCases, page),
    ...formatCases('now passing', one.fixedCases, page),
    ...groupCells(one.cells).flatMap(({ title: group, tone, cells }) =>
      cells.length === 0 ? [] : ['', page.theme.verdict[tone](group), ...formatCells(cells, page)],
    ),
  ];
}

const HEAD = ['expected', 'before', 'after', 'fixed', 'broken', 'p', 'adjusted', ''] as const;
/** The column that a narrow window leaves out: the adjusted p decides. */
const PLAIN_P = HEAD.indexOf('p');

/** One row for each expected tool, and one for all; a star marks what the model is told something else of. */
function formatTools({ tools, ...all }: TriedEval, page: Page): string[] {
  const shown = tools.slice(0, TOOLS_SHOWN);
  const nameOf = (tool: string, isOverridden: boolean): string =>
    `${isOverridden ? '*' : ' '} ${cutToWidth(makeVisible(tool), NAME_WIDTH)}`;
  const tableOf = (shareOf: typeof formatShare): readonly string[][] => [
    [...HEAD],
    ...shown.map((tool) => rowOf(nameOf(tool.tool, tool.isOverridden), tool, shareOf)),
    ...(tools.length > 1 ? [rowOf('  all of them', all, shareOf)] : []),
  ];
  const wide = tableOf(formatShare);
  const isNarrow = columnsOf(wide) > innerWidth(page);
  const table = isNarrow ? tableOf(shortShare).map((row) => row.toSpliced(PLAIN_P, 1)) : wide;
  const widths = widthsOf(table);
  const cells = table.map((row, at) =>
    row.map((text, i): Cell => {
      const isNumber = i > 0 && i < row.length - 1;
      const fill = isNumber ? ' '.repeat((widths[i] ?? 0) - textWidth(text)) : '';
      return at === 0 ? { text: fill + text, paint: page.theme.dim } : { text: fill + text };
    }),
  );
  const more = tools.length - shown.length;
  const rest = more > 0 ? [page.theme.dim(`and ${more} more, see --json`)] : [];
  return [...alignRows(cells, innerWidth(page)).flat(), ...rest];
}

function widthsOf(table: readonly (readonly string[])[]): readonly number[] {
  return (table[0] ?? []).map((_, i) => Math.max(...table.map((row) => textWidth(row[i] ?? ''))));
}

function columnsOf(table: readonly (readonly string[])[]): number {
  return widthsOf(table).reduce((sum, width) => sum + width + GAP.length, -GAP.length);
}

/** Without the percentage. */
function shortShare({ k, n }: PairedCases['before']): string {
  return `${k}/${n}`;
}

function rowOf(name: string, paired: PairedCases, shareOf: typeof formatShare): string[] {
  const { before, after, fixed, broken, p } = paired;
  return [
    name,
    shareOf(before),
    shareOf(after),
    String(fixed),
    String(broken),
    formatP(p.exact),
    formatP(p.adjusted),
    verdictText(paired),
  ];
}

function formatCases(
  title: string,
  { total, items }: TriedEval['fixedCases'],
  page: Page,
): string[] {
  const [first, ...others] = items.slice(0, CASES_SHOWN).map((id) => makeVisible(clip(id, 200)));
  if (first === undefined) return [];
  const parts = [`${title}: ${first}`, ...others];
  if (total > parts.length) parts.push(`and ${total - parts.length} more`);
  return wrapParts(parts, innerWidth(page), '  ');
}

function formatCells(cells: readonly TriedCell[], page: Page): string[] {
  const shown = cells.slice(0, CELLS_SHOWN);
  const width = Math.max(...shown.map(({ before }) => String(before).length));
  const rows = shown.map((cell): Cell[] => [
    { text: `${nameOf(cell.expected)} -> ${nameOf(cell.observed)}` },
    { text: `${String(cell.before).padStart(width)} -> ${cell.after}` },
    { text: explainCell(cell), paint: page.theme.dim },
  ]);
  const more = cells.length - shown.length;
  const rest = more > 0 ? [page.theme.dim(`and ${more} more, see --json`)] : [];
  const lines = [...alignRows(rows, innerWidth(page) - 2).flat(), ...rest];
  return lines.map((line) => `  ${line}`);
}

function nameOf(label: string): string {
  return cutToWidth(makeVisible(label), NAME_WIDTH);
}

/** Never wrapped, so that it can be copied. */
function formatPatch({ title, lines }: PatchLines, { theme }: Page): string[] {
  return [
    theme.bold(makeVisible(clip(title, LINE_LENGTH))),
    ...lines.map(({ sign, text }) => {
      const paint = theme.verdict[sign === '+' ? 'pass' : 'fail'];
      return paint(`${sign} ${makeVisible(clip(text, LINE_LENGTH))}`);
    }),
  ];
}

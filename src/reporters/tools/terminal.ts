import { formatTool, type ToolSetReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { grouped } from '../inspection/sections.ts';
import { innerWidth, type Page, pageOf, withGutter } from '../terminal/block.ts';
import { alignRows, type Cell, wrapParts } from '../terminal/layout.ts';
import { formatWarnings } from '../terminal/warnings.ts';
import { cutToWidth, textWidth, wrapToWidth } from '../terminal/width.ts';
import { clip } from '../wording/clip.ts';
import { formatClasses } from './classes-yaml.ts';
import type { ToolSetReporter } from './reporter.ts';
import { explainPair, formatPair, lintGroups, signatureOf, summaryParts } from './wording.ts';

const SERVERS_SHOWN = 20;
const TOOLS_SHOWN = 60;
const SETS_SHOWN = 20;
const PAIRS_SHOWN = 15;
const FINDINGS_SHOWN = 3;
const LONGEST_NAME = 44;
const LONGEST_TEXT = 600;

/** The tools on a terminal, then what is worth a look; the classes can be copied as they stand. */
export const toolSetTerminal: ToolSetReporter = function* toolSetTerminal(report, options) {
  const page = pageOf(options);
  const { theme } = page;
  const [first = '', ...rest] = wrapParts(summaryParts(report), page.width, '');
  yield `${[theme.bold(first), ...rest].join('\n')}\n`;
  if (report.servers.length > 1) yield* servers(report, page);
  if (report.tools.length > 0) yield* tools(report, page);
  yield* sets(report, page);
  yield* pairs(report, page);
  yield* lint(report, page);
  yield* failures(report, page);
  const odd = report.issues.filter(({ severity }) => severity === 'warning');
  const warnings = formatWarnings({ issues: odd }, page);
  if (warnings.length > 0) yield `\n${warnings.join('\n')}\n`;
};

function* servers({ servers: all }: ToolSetReport, page: Page): Iterable<string> {
  const rows = all
    .slice(0, SERVERS_SHOWN)
    .map(({ server, tools: count, tokens }) => [
      nameCell(server ?? 'no server'),
      grouped(count),
      grouped(tokens),
    ]);
  yield* block(
    'Servers',
    table([['server', 'tools', 'tokens'], ...rows], page),
    all.length - rows.length,
    page,
  );
}

function* tools({ tools: all }: ToolSetReport, page: Page): Iterable<string> {
  const rows = all
    .slice(0, TOOLS_SHOWN)
    .map((tool) => [
      nameCell(formatTool(tool)),
      grouped(tool.tokens),
      makeVisible(clip(signatureOf(tool), LONGEST_TEXT)),
    ]);
  const lines = table([['tool', 'tokens', 'parameters'], ...rows], page);
  yield* block('Tools', lines, all.length - rows.length, page);
}

function* sets({ sets: all }: ToolSetReport, { theme }: Page): Iterable<string> {
  if (all.length === 0) return;
  yield `\n${theme.bold(`Probably the same job (${grouped(all.length)})`)}, as classes for a suite; read them before you use them:\n\n`;
  yield `${[...formatClasses(all.slice(0, SETS_SHOWN))].join('\n')}\n`;
  const more = all.length - SETS_SHOWN;
  if (more > 0)
    yield theme.dim(`  # and ${grouped(more)} more, see --json or --reporter markdown=tools.md\n`);
}

function* pairs({ confusable }: ToolSetReport, page: Page): Iterable<string> {
  if (confusable.length === 0) return;
  const shown = confusable.slice(0, PAIRS_SHOWN);
  const lines = shown.flatMap((pair) => [
    ...wrapToWidth(makeVisible(clip(formatPair(pair), LONGEST_TEXT)), innerWidth(page), '  '),
    ...wrapToWidth(makeVisible(clip(explainPair(pair), LONGEST_TEXT)), innerWidth(page) - 2).map(
      (line) => page.theme.dim(`  ${line}`),
    ),
  ]);
  const title = `Easily taken for each other (${grouped(confusable.length)})`;
  yield* block(title, lines, confusable.length - shown.length, page, true);
}

function* lint(report: ToolSetReport, page: Page): Iterable<string> {
  const lines = lintGroups(report.lint).flatMap(({ title, findings }) => {
    const shown = findings.slice(0, FINDINGS_SHOWN).flatMap(({ server, name, message }) => {
      const text = `${formatTool({ server, name })}: ${message}`;
      return wrapToWidth(makeVisible(clip(text, LONGEST_TEXT)), innerWidth(page) - 2, '  ');
    });
    const more = findings.length - FINDINGS_SHOWN;
    return [
      `${title} (${grouped(findings.length)})`,
      ...[...shown, ...(more > 0 ? [`and ${grouped(more)} more`] : [])].map((line) =>
        page.theme.dim(`  ${line}`),
      ),
    ];
  });
  if (lines.length === 0) return;
  yield* block(`Descriptions (${grouped(report.lint.length)})`, lines, 0, page, true);
}

function* failures({ issues }: ToolSetReport, page: Page): Iterable<string> {
  const failed = issues.filter(({ severity }) => severity === 'error');
  if (failed.length === 0) return;
  const lines = failed.flatMap(({ message, code }) =>
    wrapToWidth(makeVisible(clip(`${message} [${code}]`, LONGEST_TEXT)), innerWidth(page), '  '),
  );
  const { verdict, bold } = page.theme;
  const title = bold(verdict.error(`Not listed (${grouped(failed.length)})`));
  yield `\n${title}\n${withGutter(lines, verdict.error).join('\n')}\n`;
}

function* block(
  title: string,
  lines: readonly string[],
  more: number,
  { theme }: Page,
  isOdd = false,
): Iterable<string> {
  const paint = isOdd ? theme.verdict.inconclusive : (text: string): string => text;
  const rest = more > 0 ? [theme.dim(`and ${grouped(more)} more, see --json`)] : [];
  yield `\n${theme.bold(paint(title))}\n${withGutter([...lines, ...rest], paint).join('\n')}\n`;
}

/** Rows under a head; all columns but the first and the last are numbers. */
function table(rows: readonly (readonly string[])[], page: Page): string[] {
  const last = (rows[0]?.length ?? 0) - 1;
  const widths = (rows[0] ?? []).map((_, i) =>
    rows.reduce((most, row) => Math.max(most, textWidth(row[i] ?? '')), 0),
  );
  const isNumber = (i: number, row: readonly string[]): boolean =>
    i > 0 &&
    (i < last || rows.every((one, at) => at === 0 || /^[0-9,]+$/.test(one[i] ?? ''))) &&
    row[i] !== '';
  const room = innerWidth(page);
  const cells = rows.map((row, at) =>
    row.map((text, i): Cell => {
      const fill = ' '.repeat((widths[i] ?? 0) - textWidth(text));
      const shown = isNumber(i, row) ? fill + text : text;
      const before = widths.slice(0, i).reduce((sum, width) => sum + width + 2, 0);
      const fitting = i === last ? cutToWidth(shown, Math.max(20, room - before)) : shown;
      return at === 0 ? { text: fitting, paint: page.theme.dim } : { text: fitting };
    }),
  );
  return alignRows(cells, room).flat();
}

function nameCell(name: string): string {
  return cutToWidth(makeVisible(name), LONGEST_NAME);
}

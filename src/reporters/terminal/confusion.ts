import type { ConfusionReport, EvalReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { chooseLabels, shownModes } from '../wording/confused-labels.ts';
import { exposedTools } from '../wording/exposed-tools.ts';
import { formatCount, formatValue } from '../wording/value.ts';
import { innerWidth, type Page } from './block.ts';
import { alignRows, type Cell, wrapParts } from './layout.ts';
import { formatTools } from './tool-table.ts';
import { cutMiddle, wrapToWidth } from './width.ts';

const LABELS_SHOWN = 12;
const READINGS_SHOWN = 5;
const NAME_WIDTH = 24;
const TEXT_LENGTH = 600;

/** The confusion matrix of an eval, what it means, and how single tools do. */
export function formatConfusion(measured: EvalReport, page: Page): string[] {
  const { confusion, perTool, failureModes } = measured;
  if (confusion === undefined) return [];
  const { k, n, rate } = confusion.accuracy;
  const title = `tools: ${k} of ${n} as expected, ${formatValue(rate, 'ratio')}`;
  const modes = shownModes(failureModes).map(
    ([mode, count]) => `${mode} ${count ?? 'not measured'}`,
  );
  return [
    '',
    page.theme.bold(title),
    ...formatMatrix(confusion, page),
    ...formatReadings(confusion, page),
    ...formatTools(perTool ?? [], page),
    ...(modes.length === 0 ? [] : wrapParts(['failure modes', ...modes], innerWidth(page), '  ')),
    ...formatExposure(measured, page),
  ];
}

/** Which tools brought personal values into the context though the label did not ask for them. */
function formatExposure({ exposure }: EvalReport, page: Page): string[] {
  const { tools, more } = exposedTools(exposure);
  if (tools.length === 0) return [];
  const parts = tools.map(
    ({ tool, text }) => `${cutMiddle(makeVisible(tool), NAME_WIDTH)} ${text}`,
  );
  const rest = more === 0 ? [] : [`and ${formatCount(more, 'more tool')}`];
  return wrapParts(['exposure by tool', ...parts, ...rest], innerWidth(page), '  ');
}

/** Rows are what was expected, columns, by their number, what was called. */
function formatMatrix(confusion: ConfusionReport, page: Page): string[] {
  const { theme } = page;
  const { labels, matrix } = confusion;
  const width = String(matrix.flat().reduce((most, count) => Math.max(most, count), 100)).length;
  const room = Math.floor((innerWidth(page) - NAME_WIDTH - 3) / (width + 2));
  const { rows, columns, hidden } = chooseLabels(
    confusion,
    Math.max(2, Math.min(LABELS_SHOWN, room)),
  );
  if (rows.length === 0) return [];
  const right = (text: string): string => text.padStart(width);
  const numbers = new Map(columns.map((column, i) => [column, String(i + 1)]));
  const head: Cell[] = [
    { text: 'expected \\ called', paint: theme.dim },
    ...columns.map((column) => ({ text: right(numbers.get(column) ?? ''), paint: theme.dim })),
  ];
  const body = rows.map((row): Cell[] => [
    { text: nameOf(labels[row] ?? '', numbers.get(row) ?? ' ') },
    ...columns.map((column): Cell => {
      const count = matrix[row]?.[column] ?? 0;
      const paint = column === row ? theme.verdict.pass : theme.verdict.fail;
      return {
        text: right(count === 0 ? '·' : String(count)),
        paint: count === 0 ? theme.dim : paint,
      };
    }),
  ]);
  const others = columns.filter((column) => !rows.includes(column));
  const legend = others.map((column) => nameOf(labels[column] ?? '', numbers.get(column) ?? ''));
  return [
    ...alignRows([head, ...body], innerWidth(page)).flat(),
    ...(legend.length === 0 ? [] : wrapParts(legend, innerWidth(page), '')),
    ...(hidden === 0
      ? []
      : [theme.dim(`${formatCount(hidden, 'more label')}, less confused or not at all`)]),
  ];
}

function nameOf(label: string, number: string): string {
  return `${number.padStart(2)} ${cutMiddle(makeVisible(label), NAME_WIDTH)}`;
}

function formatReadings({ readings }: ConfusionReport, page: Page): string[] {
  return readings
    .slice(0, READINGS_SHOWN)
    .flatMap(({ text, fix }) => [
      ...wrapToWidth(`- ${makeVisible(clip(text, TEXT_LENGTH))}`, innerWidth(page), '  '),
      ...wrapToWidth(makeVisible(clip(fix, TEXT_LENGTH)), innerWidth(page) - 2).map(
        (line) => `  ${page.theme.dim(line)}`,
      ),
    ]);
}

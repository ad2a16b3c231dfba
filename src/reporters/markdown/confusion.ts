import type { ConfusionReport, EvalReport, ToolReport } from '#core';
import { markdownCode } from '../escape/markdown.ts';
import { clip } from '../wording/clip.ts';
import { chooseLabels, shownModes } from '../wording/confused-labels.ts';
import { exposedTools } from '../wording/exposed-tools.ts';
import { formatInterval, formatValue } from '../wording/value.ts';

const LABELS_SHOWN = 12;
const READINGS_SHOWN = 5;
const NAME_LENGTH = 60;
const TEXT_LENGTH = 400;

/** The confusion matrix of an eval as tables, with what it means; nothing where there is none. */
export function formatConfusion(measured: EvalReport): string {
  const { name, confusion, perTool, failureModes, exposure } = measured;
  if (confusion === undefined) return '';
  const { k, n, rate } = confusion.accuracy;
  const parts = [
    `**Tools of** ${code(name)}: ${k} of ${n} tools as expected, ${formatValue(rate, 'ratio')}\n`,
    confusion.readings
      .slice(0, READINGS_SHOWN)
      .map(({ text, fix }) => `- ${sentence(text)}<br>${sentence(fix)}\n`)
      .join(''),
    matrixTable(confusion),
    toolsTable(perTool ?? []),
    shownModes(failureModes)
      .map(([mode, count]) => `${mode} ${count ?? 'not measured'}`)
      .join(' · '),
    exposureLine(exposure),
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n\n`;
}

function exposureLine(exposure: EvalReport['exposure']): string {
  const { tools, more } = exposedTools(exposure);
  if (tools.length === 0) return '';
  const parts = tools.map(({ tool, text }) => `${code(tool)} ${text}`);
  return `\n**Exposure by tool**: ${parts.join(' · ')}${more === 0 ? '' : ` · and ${more} more`}`;
}

function matrixTable(confusion: ConfusionReport): string {
  const { labels, matrix } = confusion;
  const { rows, columns } = chooseLabels(confusion, LABELS_SHOWN);
  if (rows.length === 0) return '';
  const lines = [
    ['expected \\\\ called', ...columns.map((column) => code(labels[column] ?? ''))],
    ['---', ...columns.map(() => '--:')],
    ...rows.map((row) => [
      code(labels[row] ?? ''),
      ...columns.map((column) => {
        const count = matrix[row]?.[column] ?? 0;
        return count === 0 ? '' : row === column ? `**${count}**` : String(count);
      }),
    ]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function toolsTable(tools: readonly ToolReport[]): string {
  const shown = tools
    .filter(({ support }) => support > 0)
    .toSorted((a, b) => (a.recall ?? 1) - (b.recall ?? 1))
    .slice(0, LABELS_SHOWN);
  if (shown.length === 0) return '';
  const rows = shown.map(({ tool, support, recall, precision, f1, interval }) => {
    const range = interval === null ? '' : formatInterval(interval, 'ratio');
    const cells = [code(tool), support, recall ?? '-', precision ?? '-', f1 ?? '-', range];
    return `| ${cells.join(' | ')} |\n`;
  });
  return `| tool | cases | recall | precision | f1 | 95 % of recall |\n|---|--:|--:|--:|--:|---|\n${rows.join('')}`;
}

function code(text: string): string {
  return markdownCode(clip(text, NAME_LENGTH));
}

/** A sentence of ours that holds names from outside. */
function sentence(text: string): string {
  return markdownCode(clip(text, TEXT_LENGTH));
}

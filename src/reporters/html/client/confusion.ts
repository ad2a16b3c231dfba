import type { CaseReport, ConfusedCell, ConfusionReport, EvalReport, ToolReport } from '#core';
import { makeVisible } from '../../escape/visible.ts';
import { exposedTools } from '../../wording/exposed-tools.ts';
import { chooseLabels, shownModes } from '../../wording/confused-labels.ts';
import { caseEvidence } from './case-evidence.ts';
import { button, type Child, code, data, el } from './dom.ts';
import { formatCount, formatInterval, formatMetric, plural } from './format.ts';
import { cutNote, section, table } from './section.ts';

/** Beyond this many labels only the most confused ones have a row. */
const LABELS_SHOWN = 40;
const READINGS_SHOWN = 8;

/** The confusion matrix to click into, what it means, and how single tools do; null where there is none. */
export function confusionSection(evidence: EvalReport): HTMLElement | null {
  const { confusion, perTool = [] } = evidence;
  if (confusion === undefined) return null;
  const { k, n, rate, interval } = confusion.accuracy;
  const opened = el('div', 'cell-cases');
  const bounds = interval === null ? '' : `, 95 % interval ${formatInterval(interval, 'ratio')}`;
  const modes = shownModes(evidence.failureModes);
  return section(
    'Confusion matrix',
    el(
      'p',
      'facts',
      el(
        'span',
        'part',
        `${formatCount(k)} of ${formatCount(n)} as expected: ${formatMetric(rate, 'ratio')}${bounds}`,
      ),
    ),
    matrix(confusion, (cell) => opened.replaceChildren(cellCases(cell, evidence))),
    opened,
    readings(confusion),
    toolsTable(perTool),
    modes.length === 0
      ? null
      : el(
          'p',
          'facts',
          'Failure modes',
          ...modes.map(([mode, count]) =>
            el('span', 'part', `${mode} ${formatMetric(count, 'count')}`),
          ),
        ),
    exposureLine(evidence),
  );
}

function exposureLine({ exposure }: EvalReport): HTMLElement | null {
  const { tools, more } = exposedTools(exposure);
  if (tools.length === 0) return null;
  return el(
    'p',
    'facts',
    'Exposure by tool',
    ...tools.map(({ tool, text }) => el('span', 'part', code(tool), ` ${text}`)),
    more === 0 ? null : el('span', 'part', `and ${more} more`),
  );
}

function matrix(confusion: ConfusionReport, open: (cell: ConfusedCell) => void): HTMLElement {
  const { labels, matrix: counts } = confusion;
  const { rows, columns, hidden } = chooseLabels(confusion, LABELS_SHOWN);
  const heads = columns.map((column) => {
    const head = el('th', 'number', String(column + 1));
    head.scope = 'col';
    head.title = makeVisible(labels[column] ?? '');
    return head;
  });
  const lines = rows.map((row) => {
    const name = el('th', 'heat-name', `${row + 1} `, code(labels[row] ?? ''));
    name.scope = 'row';
    const sum = (counts[row] ?? []).reduce((all, count) => all + count, 0);
    return el(
      'tr',
      '',
      name,
      ...columns.map((column) => {
        const cell = confusion.cells.find(
          ({ expected, observed }) => expected === labels[row] && observed === labels[column],
        );
        return heatCell(counts[row]?.[column] ?? 0, sum, row === column, cell, open);
      }),
    );
  });
  const corner = el('td', 'heat-corner', 'expected ↓ called →');
  const heat = el(
    'table',
    'heat',
    el('thead', '', el('tr', '', corner, ...heads)),
    el('tbody', '', ...lines),
  );
  heat.setAttribute('aria-label', 'Confusion matrix');
  const others = columns.filter((column) => !rows.includes(column));
  return el(
    'div',
    'sideways',
    heat,
    others.length === 0
      ? null
      : el(
          'p',
          'facts',
          ...others.map((column) =>
            el('span', 'part', `${column + 1} `, code(labels[column] ?? '')),
          ),
        ),
    hidden === 0 ? null : cutNote(rows.length, labels.length, 'labels, the most confused ones'),
  );
}

function heatCell(
  count: number,
  sum: number,
  isRight: boolean,
  cell: ConfusedCell | undefined,
  open: (cell: ConfusedCell) => void,
): HTMLElement {
  if (count === 0) return el('td', 'number zero', '·');
  // Even one case of many is tinted: it is what one looks for.
  const heat = Math.min(4, 1 + Math.floor((4 * count) / sum));
  const look = `number heat-${isRight ? 'right' : 'wrong'}-${heat}`;
  if (cell === undefined) return el('td', look, formatCount(count));
  const press = button('', () => open(cell), formatCount(count));
  const meaning = makeVisible(`${cell.expected} → ${cell.observed}`);
  press.title = meaning;
  press.setAttribute('aria-label', `${formatCount(count)}: ${meaning}`);
  return el('td', look, press);
}

/** The cases behind a cell; one that is pressed shows its evidence. */
function cellCases(cell: ConfusedCell, evidence: EvalReport): HTMLElement {
  const { expected, observed, count, cases } = cell;
  const shown = el('div', '');
  const byId = new Map<string, CaseReport>(evidence.cases.map((one) => [one.id, one]));
  const buttons = cases.map((id) => {
    const found = byId.get(id);
    const show = (): void => {
      shown.replaceChildren(...(found === undefined ? [] : [caseEvidence(found, evidence)]));
    };
    return button('chip', show, data(id));
  });
  return el(
    'div',
    'block',
    el('h4', '', code(expected), ' → ', code(observed), `, ${plural(count, 'case')}`),
    el('div', 'chips', ...buttons),
    cases.length < count ? cutNote(cases.length, count, 'cases of this cell') : null,
    shown,
  );
}

function readings({ readings: all }: ConfusionReport): HTMLElement | null {
  if (all.length === 0) return null;
  const shown = all.slice(0, READINGS_SHOWN);
  return el(
    'ul',
    'readings',
    ...shown.map(({ text, fix }) => el('li', '', data(text), data(fix, 'hint'))),
  );
}

function toolsTable(tools: readonly ToolReport[]): HTMLElement | null {
  if (tools.length === 0) return null;
  const worst = tools.toSorted((a, b) => (a.recall ?? 2) - (b.recall ?? 2)).slice(0, LABELS_SHOWN);
  const rows = worst.map(({ tool, support, recall, precision, f1, interval }): Child[] => [
    code(tool),
    formatCount(support),
    number(recall),
    number(precision),
    number(f1),
    interval === null ? null : formatInterval(interval, 'ratio'),
  ]);
  const columns = ['Tool', '#Cases', '#Recall', '#Precision', '#F1', '#95 % of recall'];
  return el(
    'div',
    'block',
    table('folds', plural(tools.length, 'tool'), columns, rows),
    cutNote(worst.length, tools.length, 'tools, by recall'),
  );
}

function number(value: number | null): string {
  return value === null ? '–' : String(value);
}

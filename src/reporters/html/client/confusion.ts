import type { CaseReport, ConfusedCell, ConfusionReport, EvalReport, ToolReport } from '#core';
import { makeVisible } from '../../escape/visible.ts';
import { exposedTools } from '../../wording/exposed-tools.ts';
import { accuracyText, chooseLabels, shownModes } from '../../wording/confused-labels.ts';
import { faultyTools, TOOL_COLUMNS, toolFigures } from '../../wording/tool-figures.ts';
import { caseEvidence } from './case-evidence.ts';
import { button, type Child, childrenOf, code, data, el } from './dom.ts';
import { formatCount, formatNumber, formatValue } from '../../values/value.ts';
import { cutNote, section, table } from './section.ts';

/** Beyond this many labels only the most confused ones have a row. */
const LABELS_SHOWN = 40;
const READINGS_SHOWN = 8;

/** The confusion matrix to click into, what it means, and how single tools do; null where there is none. */
export function confusionSection(evidence: EvalReport): HTMLElement | null {
  const { confusion, perTool = [] } = evidence;
  if (confusion === undefined) return null;
  const opened = el('div', 'cell-cases');
  const modes = shownModes(evidence.failureModes);
  return section(
    'Confusion matrix',
    el('p', 'facts', el('span', 'part', accuracyText(confusion))),
    matrix(confusion, (cell) => opened.replaceChildren(cellCases(cell, evidence))),
    opened,
    readings(confusion),
    toolsTable(perTool),
    modes.length === 0
      ? null
      : el(
          'p',
          'facts',
          'failure modes',
          ...modes.map(([mode, count]) =>
            el('span', 'part', `${mode} ${formatValue(count, 'count')}`),
          ),
        ),
    exposureLine(evidence),
  );
}

function exposureLine({ exposure }: EvalReport): HTMLElement | null {
  const parts = exposedTools(exposure);
  if (parts.length === 0) return null;
  return el(
    'p',
    'facts',
    'exposure by tool',
    ...parts.map((part) => el('span', 'part', ...childrenOf(part))),
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
  const corner = el('td', 'heat-corner', 'expected \\ called');
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
  if (cell === undefined) return el('td', look, formatNumber(count));
  const press = button('', () => open(cell), formatNumber(count));
  const meaning = makeVisible(`${cell.expected} → ${cell.observed}`);
  press.title = meaning;
  press.setAttribute('aria-label', `${formatNumber(count)}: ${meaning}`);
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
    el('h4', '', code(expected), ' → ', code(observed), `, ${formatCount(count, 'case')}`),
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
  const faulty = faultyTools(tools);
  if (faulty.length === 0) return null;
  const worst = faulty.slice(0, LABELS_SHOWN);
  const rows = worst.map((tool): Child[] => [code(tool.tool), ...toolFigures(tool)]);
  const columns = ['tool', ...TOOL_COLUMNS.map((heading) => `#${heading}`)];
  return el(
    'div',
    'block',
    table('folds', formatCount(faulty.length, 'tool'), columns, rows),
    cutNote(worst.length, faulty.length, 'tools with faults, by recall'),
  );
}

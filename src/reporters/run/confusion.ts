import type { ArgumentReport, ConfusionReport, EvalReport, ToolReport } from '#core';
import {
  type Block,
  type Density,
  type Group,
  type List,
  name,
  nameColumn,
  numberColumn,
  prose,
  type Table,
} from '../document/index.ts';
import { accuracyText, shownModes } from '../wording/confused-labels.ts';
import { ARGUMENT_COLUMNS, argumentFigures, faultyArguments } from '../wording/argument-figures.ts';
import { exposedTools } from '../wording/exposed-tools.ts';
import { faultyTools, TOOL_COLUMNS, toolFigures } from '../wording/tool-figures.ts';
import { formatValue } from '../values/value.ts';

const LABELS_SHOWN = { brief: 12, full: 12 };
const READINGS_SHOWN = { brief: 3, full: 5 };
const TOOLS_SHOWN = { brief: 12, full: 12 };

/** The confusion matrix of an eval, what it means, and how single tools do. */
export function confusionGroup(measured: EvalReport): Group[] {
  const { confusion, perTool = [], failureModes, perArgument = [], exposure } = measured;
  if (confusion === undefined) return [];
  const modes = shownModes(failureModes).map(
    ([mode, count]) => `${mode} ${formatValue(count, 'count')}`,
  );
  const exposed = exposedTools(exposure);
  const blocks: Block[] = [
    {
      kind: 'matrix',
      detail: 'full',
      labels: confusion.labels,
      counts: confusion.matrix,
      cap: LABELS_SHOWN,
    },
    ...readingLists(confusion),
    ...toolTable(perTool),
    ...argumentTable(perArgument),
    ...(modes.length === 0
      ? []
      : [{ kind: 'facts', detail: 'full', lead: 'failure modes', parts: modes } as const]),
    ...(exposed.length === 0
      ? []
      : [{ kind: 'facts', lead: 'exposure by tool', parts: exposed } as const]),
  ];
  return [{ kind: 'group', tone: 'plain', title: accuracyText(confusion), blocks }];
}

/** What the most costly confusions mean, each with what usually helps. */
function readingLists({ readings }: ConfusionReport): List[] {
  const list = (density: Density): List => ({
    kind: 'list',
    detail: density,
    layout: 'lines',
    hasBullets: true,
    items: readings
      .slice(0, READINGS_SHOWN[density])
      .map(({ text, fix }) => ({ text: prose(text), details: [prose(fix)] })),
  });
  return readings.length === 0 ? [] : [list('brief'), list('full')];
}

/** The labelled arguments with a fault, by tool. */
function argumentTable(reports: readonly ArgumentReport[]): Table[] {
  const faulty = faultyArguments(reports);
  if (faulty.length === 0) return [];
  return [
    {
      kind: 'table',
      detail: 'full',
      columns: [nameColumn('tool'), nameColumn('argument'), ...ARGUMENT_COLUMNS.map(numberColumn)],
      rows: faulty.map((report) => ({
        cells: [name(report.tool), name(report.argument), ...argumentFigures(report)],
      })),
      cap: TOOLS_SHOWN,
      noun: 'argument',
      tail: ' with faults',
    },
  ];
}

/** The tools with a fault, the lowest recall first. */
export function toolTable(tools: readonly ToolReport[]): Table[] {
  const faulty = faultyTools(tools);
  if (faulty.length === 0) return [];
  return [
    {
      kind: 'table',
      detail: 'full',
      columns: [
        nameColumn('tool'),
        ...TOOL_COLUMNS.map((heading, i) => ({
          ...numberColumn(heading),
          isQuiet: i === TOOL_COLUMNS.length - 1,
        })),
      ],
      rows: faulty.map((tool) => ({ cells: [name(tool.tool), ...toolFigures(tool)] })),
      cap: TOOLS_SHOWN,
      noun: 'tool',
      tail: ' with faults',
    },
  ];
}

import type { ConfusedCell, EvalReport, TestReport } from '#core';
import { overviewOf } from '../wording/overview.ts';
import type { ConfusionSummary, ToolSummary } from '#schema';

const MAX_TOOLS = 50;
const MAX_CONFUSIONS = 30;

/** What was missed in a test or an eval, the most frequent first. */
export function summariseTools(measured: EvalReport | TestReport): readonly ToolSummary[] {
  const tools =
    'cases' in measured && measured.perTool !== undefined
      ? toolsOf(measured.perTool, measured.confusion?.cells ?? [])
      : missedIn(measured);
  return tools
    .filter(({ missed }) => missed > 0)
    .toSorted((a, b) => b.missed - a.missed)
    .slice(0, MAX_TOOLS);
}

function toolsOf(
  perTool: NonNullable<EvalReport['perTool']>,
  cells: readonly ConfusedCell[],
): readonly ToolSummary[] {
  // Cells are sorted: the first of a row is its most frequent.
  const instead = new Map<string, ConfusedCell>();
  for (const cell of cells) if (!instead.has(cell.expected)) instead.set(cell.expected, cell);
  return perTool.map(({ tool, support, correct }) => {
    const cell = instead.get(tool);
    return {
      name: tool,
      missed: support - correct,
      expected: support,
      instead: cell === undefined ? null : { name: cell.observed, count: cell.count },
    };
  });
}

function missedIn(measured: EvalReport | TestReport): readonly ToolSummary[] {
  const part =
    'cases' in measured ? { tests: [], evals: [measured] } : { tests: [measured], evals: [] };
  return overviewOf(part).missed.map(({ name, count, of }) => ({
    name,
    missed: count,
    expected: of,
    instead: null,
  }));
}

/** The cells off the diagonal, with how often the tool of the row was expected. */
export function summariseConfusions({
  confusion,
  perTool = [],
}: EvalReport): readonly ConfusionSummary[] {
  const supports = new Map(perTool.map(({ tool, support }) => [tool, support]));
  return (confusion?.cells ?? []).slice(0, MAX_CONFUSIONS).map(({ expected, observed, count }) => ({
    expected,
    observed,
    count,
    support: supports.get(expected) ?? 0,
  }));
}

import type { JSX } from 'preact';
import type { EvalReport, ToolReport } from '#core';
import { formatInterval, formatNumber, formatValue } from '#reporters';
import { IntervalBar } from '../../components/interval-bar.tsx';
import type { MatrixRow } from './matrix-rows.ts';

/** The recall of a row with its interval, and what a gate asks of it. */
export function RecallBar({ measured, tool, row }: RecallParts): JSX.Element | null {
  // Calls that nothing was expected for have no recall.
  if (tool === '(extra)') return null;
  const figures = measured.perTool?.find((each) => each.tool === tool);
  const { rate, interval, n } = figures === undefined ? ofRow(row) : ofTool(figures);
  const need = recallNeed(measured, tool);
  const tone = need === null ? 'plain' : (rate ?? 0) >= need ? 'pass' : 'fail';
  const words = `${formatValue(rate, 'ratio')} of ${formatNumber(n)}`;
  return (
    <span
      class="recall-figures"
      title={interval === null ? '' : `95 % interval ${formatInterval(interval, 'ratio')}`}
    >
      <IntervalBar
        value={rate}
        interval={interval}
        ticks={need === null ? [] : [need]}
        max={1}
        tone={rate === 1 && need === null ? 'pass' : tone}
      />
      <span>{words}</span>
    </span>
  );
}

interface RecallParts {
  readonly measured: EvalReport;
  readonly tool: string;
  readonly row: MatrixRow;
}

interface Recall {
  readonly rate: number | null;
  readonly interval: readonly [number, number] | null;
  readonly n: number;
}

function ofTool({ recall, interval, support }: ToolReport): Recall {
  return { rate: recall, interval, n: support };
}

function ofRow({ label, cells, sum }: MatrixRow): Recall {
  const right = cells.find((cell) => cell.kind === 'count' && cell.column === label);
  const rate = right?.kind === 'count' ? right.share : 0;
  return { rate: Math.round(rate * 10_000) / 10_000, interval: null, n: sum };
}

/** What the gate on the recall of a tool asks for; null where there is none. */
function recallNeed({ gates }: EvalReport, tool: string): number | null {
  const gate = gates.find(
    (each) =>
      each.metric.endsWith('per_tool.recall') && (each.tool === undefined || each.tool === tool),
  );
  if (gate === undefined || typeof gate.value !== 'number') return null;
  return gate.unit === 'percent' ? gate.value / 100 : gate.value;
}

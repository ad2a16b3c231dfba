import type { EvalReport, ScoreReport, TestReport } from '#core';
import type { ApiSideFigure, ApiSideRow, ApiSides } from '#schema';
import type { SideCases } from './side-cases.ts';
import { describeSide, entriesByName, type Side, type SideEntry } from './sides.ts';

type Measured = TestReport | EvalReport;

/** Every test and eval of all columns, with its figures side by side. */
export function tabulateSides(
  sides: readonly Side[],
  casesOf: (name: string) => SideCases,
): ApiSides {
  const columns = sides.map(entriesByName);
  const keys = new Set(columns.flatMap((column) => [...column.keys()]));
  const rows = [...keys].map((key): ApiSideRow => {
    const [kind, name] = JSON.parse(key) as [ApiSideRow['kind'], string];
    const entries = columns.map((column) => column.get(key) ?? null);
    return {
      kind,
      name,
      places: entries.map((side) => side?.place ?? null),
      verdicts: entries.map((side) => side?.entry.measured.verdict ?? null),
      figures: figuresOf(entries),
      differing: kind === 'eval' && sides.length > 1 ? casesOf(name).differing : null,
    };
  });
  return { sides: sides.map(describeSide), rows };
}

function figuresOf(entries: readonly (SideEntry | null)[]): readonly ApiSideFigure[] {
  const figures = new Map<string, ApiSideFigure['unit']>();
  for (const side of entries)
    for (const score of side?.entry.measured.scores ?? [])
      for (const metric of Object.keys(score.metrics))
        if (!figures.has(metric)) figures.set(metric, score.units[metric] ?? 'mean');
  const all = [...figures].map(([metric, unit]): ApiSideFigure => {
    const cells = entries.map((side) =>
      side === null ? null : cellOf(side.entry.measured, metric),
    );
    return { metric, unit, isGated: cells.some((cell) => cell?.outcome != null), cells };
  });
  return all.toSorted((a, b) => Number(b.isGated) - Number(a.isGated));
}

function cellOf(measured: Measured, metric: string): ApiSideFigure['cells'][number] {
  const score = measured.scores.find((each: ScoreReport) => Object.hasOwn(each.metrics, metric));
  if (score === undefined) return null;
  const gate = measured.gates.find((each) => each.metric === metric && each.tool === undefined);
  return {
    value: score.metrics[metric] ?? null,
    interval: (Object.hasOwn(score.intervals, metric) ? score.intervals[metric] : null) ?? null,
    outcome: gate?.outcome ?? null,
  };
}

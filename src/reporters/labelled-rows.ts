import type { EvalReport } from '#core';

/** A figure of a single tool, or a cell of the matrix, as a row of a table. */
export interface LabelledRow {
  readonly metric: string;
  readonly unit: 'ratio' | 'count';
  readonly observed: number | null;
  readonly interval: readonly [number, number] | null;
  readonly tool: string;
  readonly called: string;
}

/** Every figure of every tool and of every labelled argument (its name is in `called`), then every cell of the matrix that is not zero. */
export function labelledRows({
  perTool = [],
  perArgument = [],
  confusion,
}: EvalReport): readonly LabelledRow[] {
  const figures = perTool.flatMap(({ tool, recall, precision, f1, interval, support }) => {
    const row = { unit: 'ratio', tool, called: '', interval: null } as const;
    return [
      { ...row, metric: 'per_tool.support', unit: 'count' as const, observed: support },
      { ...row, metric: 'per_tool.recall', observed: recall, interval },
      { ...row, metric: 'per_tool.precision', observed: precision },
      { ...row, metric: 'per_tool.f1', observed: f1 },
    ];
  });
  const cells = (confusion?.labels ?? []).flatMap((tool, row) =>
    (confusion?.labels ?? []).flatMap((called, column): LabelledRow[] => {
      const observed = confusion?.matrix[row]?.[column] ?? 0;
      if (observed === 0) return [];
      return [{ metric: 'confusion', unit: 'count', observed, interval: null, tool, called }];
    }),
  );
  const ofArguments = perArgument.flatMap((report): readonly LabelledRow[] => {
    const { tool, argument, match } = report;
    const row = { tool, called: argument, interval: null } as const;
    const counts = (['missing', 'otherType', 'otherValue', 'unexpected'] as const).map((key) => ({
      ...row,
      metric: `per_argument.${key === 'otherType' ? 'other_type' : key === 'otherValue' ? 'other_value' : key}`,
      unit: 'count' as const,
      observed: report[key],
    }));
    const { rate, interval } = match;
    const share = { metric: 'per_argument.match', unit: 'ratio' as const, observed: rate };
    return [{ ...row, ...share, interval }, ...counts];
  });
  return [...figures, ...ofArguments, ...cells];
}

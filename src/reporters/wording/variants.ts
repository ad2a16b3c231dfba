import type { EvalReport, Report, TestReport, Verdict } from '#core';
import { formatValue } from '../values/value.ts';

/** What runs with several models, a row for each test or eval and a column for each model. */
export interface VariantTable {
  readonly models: readonly string[];
  readonly rows: readonly VariantRow[];
}

interface VariantRow {
  readonly name: string;
  /** Null where it did not run with that model. */
  readonly cells: readonly (VariantCell | null)[];
}

interface VariantCell {
  readonly verdict: Verdict;
  /** What its first gate saw, otherwise how many runs pass: `0.95`, `8/10`. */
  readonly text: string;
  readonly measured: TestReport | EvalReport;
}

/** The results of several models side by side; null where nothing runs with several. */
export function variantTable({ tests, evals }: Report): VariantTable | null {
  const models = new Set<string>();
  let isSweep = false;
  const rows = new Map<string, { name: string; cells: Map<string, VariantCell> }>();
  for (const measured of [...tests, ...evals]) {
    if (measured.variant === undefined) continue;
    const { of, model } = measured.variant;
    models.add(model);
    isSweep ||= measured.variant.sweep !== undefined;
    // A test and an eval, or tests of two suites, may have one name.
    const key = JSON.stringify([of, measured.suite?.file ?? null, 'cases' in measured]);
    const row = rows.get(key) ?? { name: of, cells: new Map<string, VariantCell>() };
    rows.set(key, row);
    row.cells.set(model, { verdict: measured.verdict, text: textOf(measured), measured });
  }
  // The counts of one model are a curve, not a table of models.
  if (models.size === 0 || (models.size === 1 && isSweep)) return null;
  const columns = [...models];
  return {
    models: columns,
    rows: [...rows.values()].map(({ name, cells }) => ({
      name,
      cells: columns.map((model) => cells.get(model) ?? null),
    })),
  };
}

function textOf({ gates: [gate], passing }: TestReport | EvalReport): string {
  return gate === undefined ? `${passing.k}/${passing.n}` : formatValue(gate.observed, gate.unit);
}

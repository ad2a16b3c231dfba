import type { Decimal } from '../json/decimal.ts';
import { canDiffer } from '../statistics/test-shares.ts';
import { compareMeans } from './compare-means.ts';
import { compareRates } from './compare-rates.ts';
import { compareToolUse } from './compare-tool-use.ts';
import type { DriftReport, DriftRules, ToolDrift } from './drift-report.ts';
import { MEAN_IDS, type PileSums } from './pile-sums.ts';

/** The part of a report that comes from comparing two piles, with all tools. */
export interface DriftComparison extends Pick<DriftReport, 'rules' | 'rates' | 'means'> {
  readonly tools: readonly ToolDrift[];
}

/** The level of all tests. */
const LEVEL = 0.05;

/** Compares two piles of traces. Shares of tools are tested together, and so are the other shares. */
export function comparePiles(
  before: PileSums,
  after: PileSums,
  minChange: Decimal,
): DriftComparison {
  const tools = compareToolUse(before, after, minChange);
  const tests = tools.length;
  const rules: DriftRules = {
    level: LEVEL,
    minChange: Number(minChange.num) / Number(minChange.den),
    tests,
    canDiffer: canDiffer(before.runs, after.runs, Math.max(1, tests)),
  };
  return {
    rules,
    tools,
    rates: compareRates(before, after),
    means: MEAN_IDS.map((id) => compareMeans(id, before, after)),
  };
}

import type { LineScanner } from '#bulk';
import { BILLION, emptyTrace, type ScannedUsage, type TestSums, type ToolCall } from '#core';

/** Runs that label-free scorers score alike, but for what they used. */
interface Group {
  readonly calls: readonly ToolCall[];
  readonly hasTokens: boolean;
  readonly hasCost: boolean;
  times: number;
  tokens: number;
  /** In billionths. */
  cost: number;
}

/** Up to here a sum in billionths survives the way to units and back. */
const MAX_COST = 2 ** 50;
const MAX_GROUPS = 1000;

/** Sums the scores of runs of which only tools, statuses, repeats and usage are known. */
export class ScannedRuns {
  readonly #groups = new Map<string, Group>();
  /** Whether the groups must be added to the sums of a test now. */
  isFull = false;

  /** Adds a run; returns what it used. */
  add(scanner: LineScanner, calls: Int32Array): ScannedUsage {
    const [input, output, billionths] = [scanner.used(0), scanner.used(1), scanner.used(2)];
    const tokens = input < 0 || output < 0 ? null : input + output;
    const cost = billionths < 0 ? null : billionths;
    const group = this.#groupOf(scanner, calls, { tokens, cost });
    group.times += 1;
    group.tokens += tokens ?? 0;
    group.cost += cost ?? 0;
    this.isFull ||= group.cost >= MAX_COST || this.#groups.size >= MAX_GROUPS;
    return { tokens, cost };
  }

  #groupOf(scanner: LineScanner, calls: Int32Array, { tokens, cost }: ScannedUsage): Group {
    const [hasTokens, hasCost] = [tokens !== null, cost !== null];
    const key = `${scanner.faultsOf(calls)} ${hasTokens} ${hasCost}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      const placeholders = scanner.placeholders(calls);
      group = { calls: placeholders, hasTokens, hasCost, times: 0, tokens: 0, cost: 0 };
      this.#groups.set(key, group);
    }
    return group;
  }

  /** Adds all runs to the sums of a test. Scores add up, so one run of a group may have used what all of them used. */
  addTo(sums: TestSums): void {
    for (const { calls, hasTokens, hasCost, times, tokens, cost } of this.#groups.values()) {
      const add = (count: number, usedTokens: number, usedCost: number): void => {
        if (count === 0) return;
        const usage = {
          inputTokens: hasTokens ? usedTokens : null,
          outputTokens: hasTokens ? 0 : null,
          cost: hasCost ? usedCost / BILLION : null,
        };
        const trace = { ...emptyTrace(), calls, usage };
        sums.addMore(trace, sums.measure.score(trace), count);
      };
      add(times - 1, 0, 0);
      add(1, tokens, cost);
    }
    this.#groups.clear();
    this.isFull = false;
  }
}

/** What every text has that may be a call, and calls with a duration; `\\u` may stand for any character. */
const SIGNS: readonly Buffer[] = [
  '\\u',
  '```',
  '[TOOL_CALLS]',
  'Action Input:',
  '"duration_ms"',
].map((sign) => Buffer.from(sign));
const LESS_THAN = 0x3c;

/** Whether a line may show more than a scan records: a call that is written as text, or the duration of a call. */
export function mayShowMore(line: Buffer): boolean {
  return line.includes(LESS_THAN) || SIGNS.some((sign) => line.includes(sign));
}

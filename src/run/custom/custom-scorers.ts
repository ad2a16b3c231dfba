import { type CustomOutputs, type Issue, type JsonObject, formatTrace, type Trace } from '#core';
import type { ScorerPlan } from '#suite';
import { loadFunction } from './load-function.ts';
import { runIssue } from '../issues/run-codes.ts';

interface Running {
  readonly plan: ScorerPlan;
  score(row: JsonObject | null, trace: JsonObject): Promise<unknown>;
  close(): Promise<void>;
}

/** The user's own scorers of one eval, started once and asked case by case. */
export class CustomScorers {
  readonly #running: readonly Running[];

  private constructor(running: readonly Running[]) {
    this.#running = running;
  }

  /** Starts them; null when the eval has none. */
  static async start(plans: readonly ScorerPlan[], folder: string): Promise<CustomScorers | null> {
    const running: Running[] = [];
    for (const plan of plans) {
      if (plan.own === null) continue;
      if (plan.own.kind === 'module') {
        const run = await loadFunction(plan.own.path, plan.own.exportName);
        running.push({
          plan,
          score: async (row, trace) => await run(row, trace),
          close: async () => {},
        });
      } else {
        const { CommandScorer } = await import('./command-scorer.ts');
        const command = new CommandScorer(plan.own.command, folder, plan.own.timeoutMs);
        running.push({
          plan,
          score: (row, trace) => command.ask({ row, trace }),
          close: () => command.close(),
        });
      }
    }
    return running.length === 0 ? null : new CustomScorers(running);
  }

  /** Asks every scorer about one case; an answer that is not named integers is an error of that case. */
  async score(
    row: JsonObject | null,
    trace: Trace,
  ): Promise<CustomOutputs | Issue<'SCORER_FAILED'>> {
    const outputs = new Map<ScorerPlan, ReadonlyMap<string, number>>();
    const native = formatTrace(trace);
    for (const scorer of this.#running) {
      const { plan } = scorer;
      let answer: unknown;
      try {
        answer = await scorer.score(row, native);
      } catch (error) {
        return scorerIssue(plan, error instanceof Error ? error.message : String(error));
      }
      const integers = readIntegers(answer);
      if (integers === null)
        return scorerIssue(plan, 'did not answer with an object of named integers');
      outputs.set(plan, integers);
    }
    return outputs;
  }

  async close(): Promise<void> {
    for (const scorer of this.#running) await scorer.close();
  }
}

function readIntegers(answer: unknown): ReadonlyMap<string, number> | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const entries = Object.entries(answer).map(
    ([name, value]) =>
      [name, value === true ? 1 : value === false ? 0 : (value as unknown)] as const,
  );
  return entries.every((entry): entry is readonly [string, number] =>
    Number.isSafeInteger(entry[1]),
  )
    ? new Map(entries)
    : null;
}

function scorerIssue(plan: ScorerPlan, message: string): Issue<'SCORER_FAILED'> {
  return runIssue('SCORER_FAILED', `scorer "${plan.key}": ${message}`);
}

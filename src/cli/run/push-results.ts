import { type JsonObject, Redactor, redactTrace, SECRETS_ONLY, toNativeTrace } from '#core';
import { datasetError, datasetIssue, type ExperimentRun, ExperimentTarget } from '#dataset';
import { WORLD } from '#platform';
import { formatIssue, makeVisible } from '#reporters';
import { EXIT, type ScoredRun, worstExit } from '#run';
import type { Suite } from '#suite';
import { colorOf } from '../output/terminal.ts';

/** Collects the results of evals and writes them to LangSmith, an experiment for each eval. */
export class Experiments {
  readonly #target: ExperimentTarget;
  readonly #name: string | null;
  readonly #runs = new Map<string, ExperimentRun[]>();

  private constructor(target: ExperimentTarget, name: string | null) {
    this.#target = target;
    this.#name = name;
  }

  /** Finds the dataset. Throws a UserError where there is none, or there is no eval whose results could be pushed. */
  static async open(
    address: string,
    name: string | null,
    suites: readonly Suite[],
  ): Promise<Experiments> {
    if (suites.every(({ evals }) => evals.length === 0)) {
      const message = '--push writes the results of evals, and there is none';
      throw datasetError('FLAG_PUSH', message);
    }
    return new Experiments(await ExperimentTarget.open(address, WORLD), name);
  }

  add(run: ScoredRun): void {
    const runs = this.#runs.get(run.eval);
    if (runs === undefined) this.#runs.set(run.eval, [toResult(run)]);
    else runs.push(toResult(run));
  }

  /** Writes all results. The exit code is that of the run; 3 where it passed and something was not written. */
  async push(code: number): Promise<number> {
    const isOne = this.#runs.size === 1;
    let isWhole = true;
    for (const [name, runs] of this.#runs) {
      const prefix = this.#name === null ? name : isOne ? this.#name : `${this.#name}-${name}`;
      runs.sort((a, b) => (a.case === b.case ? a.run - b.run : a.case < b.case ? -1 : 1));
      isWhole = (await this.#pushOne(prefix, runs)) && isWhole;
    }
    return isWhole ? code : worstExit(code, EXIT.unmeasured);
  }

  async #pushOne(prefix: string, runs: readonly ExperimentRun[]): Promise<boolean> {
    const outcome = await this.#target.push(prefix, runs);
    const say = (text: string): void => void process.stderr.write(`${text}\n`);
    if (!outcome.ok) {
      const hint = 'run it again to go on; nothing is written twice';
      say(formatIssue({ ...outcome.issue, hint }, colorOf(process.stderr)));
      return false;
    }
    const { experiment, runs: written, scores, missing } = outcome;
    say(`experiment ${makeVisible(experiment)}: ${written} runs and ${scores} scores written`);
    if (missing.length === 0) return true;
    const [first] = missing;
    const message = `${missing.length} cases have no example in the dataset, the first is "${first}"`;
    const hint = 'push the dataset first: whichtool dataset push';
    say(formatIssue(datasetIssue('PUSH_NO_EXAMPLE', message, { hint }), colorOf(process.stderr)));
    return false;
  }
}

/** A result without secrets: what a driven agent wrote may hold some. */
function toResult({ trace, passed, figures, ...run }: ScoredRun): ExperimentRun {
  const redactor = new Redactor(SECRETS_ONLY);
  const native = trace === null ? {} : (toNativeTrace(trace) as unknown as JsonObject);
  redactor.reserve(native);
  const { tool_calls: calls = [], output = null } = redactTrace(native, redactor);
  return {
    case: run.case,
    run: run.run,
    input: run.input,
    outputs:
      trace === null ? {} : { tool_calls: (calls as JsonObject[]).map(withoutTimes), output },
    error: run.error,
    startedAt: trace?.startedAt ?? null,
    durationMs: trace?.durationMs ?? null,
    scores: {
      ...Object.fromEntries(figures),
      ...(passed === null ? {} : { pass: passed ? 1 : 0 }),
    },
  };
}

function withoutTimes({
  started_at: _start,
  duration_ms: _duration,
  ...call
}: JsonObject): JsonObject {
  return call;
}

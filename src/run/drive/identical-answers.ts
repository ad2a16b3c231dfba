import type { Issue } from '#core';
import type { DriveJob } from './drive-job.ts';
import { runIssue } from '../issues/run-codes.ts';

interface Answers {
  readonly job: DriveJob;
  runs: number;
  repeats: number;
  /** How many runs a case has at most. */
  perCase: number;
  readonly cases: Map<string | null, { readonly answers: Set<string>; runs: number }>;
}

/** Counts runs that gave the same answer as an earlier run of the same test or row. */
export class IdenticalAnswers {
  readonly #owners = new Map<string, Answers>();

  /** Adds the answer of a run; returns whether an earlier run gave it, too. */
  add(job: DriveJob, answer: string): boolean {
    const { kind, name, case: row } = job.key;
    const key = JSON.stringify([kind, name]);
    const owner = this.#owners.get(key) ?? {
      job,
      runs: 0,
      repeats: 0,
      perCase: 0,
      cases: new Map<string | null, { readonly answers: Set<string>; runs: number }>(),
    };
    this.#owners.set(key, owner);
    const ofCase = owner.cases.get(row) ?? { answers: new Set<string>(), runs: 0 };
    owner.cases.set(row, ofCase);
    owner.runs++;
    ofCase.runs++;
    owner.perCase = Math.max(owner.perCase, ofCase.runs);
    const isRepeat = ofCase.answers.has(answer);
    if (isRepeat) owner.repeats++;
    ofCase.answers.add(answer);
    return isRepeat;
  }

  /** A warning for each test and eval of which runs repeat each other: pass^k and certified gates count every run. */
  issues(): readonly Issue[] {
    return [...this.#owners.values()]
      .filter(({ repeats }) => repeats > 0)
      .map(({ job, runs, repeats, perCase }) =>
        runIssue(
          'RUNS_IDENTICAL',
          `"${job.key.name}": ${repeats} of ${runs} runs repeat the answer of an earlier run; pass^${perCase} and certified gates count each as a sample`,
          {
            where: { file: job.suite.file },
            hint: 'runs are samples only where the agent may answer differently: look at temperature, seed and caches',
          },
        ),
      );
  }
}

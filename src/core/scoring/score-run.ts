import type { Reach, ReachedScore } from './reach.ts';
import { underAssumptions } from '../arguments/redacted-comparison.ts';
import type { CallVerdict, CompiledScorer, RunScore } from './scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';

/**
 * The score of a run. Where it depends on redacted values it has `others`: the score is not measured then, and each of
 * them is one that it may be.
 */
export function scoreRun(
  compiled: CompiledScorer,
  calls: readonly ToolCall[],
  trace: Trace,
): RunScore {
  const [score, ...others] = underAssumptions(() => scoreUnder(compiled, calls, trace));
  if (others.every((other) => isSame(score, other))) return score;
  return {
    ...score,
    // What is met under some assumption was not missed, as far as anyone can say.
    hits: Array.from(
      score.hits,
      (hit, slot) => hit || (others.find(({ hits }) => hits[slot] !== 0)?.hits[slot] ?? 0),
    ),
    verdicts: score.verdicts.map((verdict, i): CallVerdict =>
      others.every(({ verdicts }) => verdicts[i] === verdict) ? verdict : 'redacted',
    ),
    others,
  };
}

/** Scores a run, and of a partial one also what further calls could make of it. */
function scoreUnder(compiled: CompiledScorer, calls: readonly ToolCall[], trace: Trace): RunScore {
  const score = compiled.score(calls, trace);
  return trace.partial === true ? { ...score, reach: compiled.reach(calls, score, trace) } : score;
}

/** Whether a run is perfect, whatever further calls come; null where they, or redacted values, decide it. */
export function isPerfect(score: RunScore): boolean | null {
  const perfect = isPerfectUnder(score);
  const others = score.others ?? [];
  return others.every((other) => isPerfectUnder(other) === perfect) ? perfect : null;
}

function isPerfectUnder({ perfect, reach }: RunScore): boolean | null {
  if (reach === undefined) return perfect;
  if (reach.worst.perfect) return true;
  return reach.best.perfect ? null : false;
}

function isSame(a: RunScore, b: RunScore): boolean {
  return isSameEnd(a, b) && isSameReach(a.reach, b.reach);
}

function isSameReach(a: Reach | undefined, b: Reach | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isSameEnd(a.worst, b.worst) && isSameEnd(a.best, b.best);
}

function isSameEnd(a: ReachedScore, b: ReachedScore): boolean {
  return (
    a.perfect === b.perfect &&
    isSameSample(a, b) &&
    Object.keys(a.tally).every((key) => a.tally[key] === b.tally[key])
  );
}

type Sampled = Pick<RunScore, 'sample'>;

function isSameSample({ sample: a }: Sampled, { sample: b }: Sampled): boolean {
  if (a === null || b === null) return a === b;
  return BigInt(a.num) * BigInt(b.den) === BigInt(b.num) * BigInt(a.den);
}

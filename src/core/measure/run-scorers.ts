import type { CallRules } from '../calls/call-rules.ts';
import type { Question } from '../judge/question.ts';
import type { CompiledScorer } from '../scoring/scorer.ts';
import { toSkillTrace } from '../skills/index.ts';
import type { Trace } from '../trace/trace.ts';
import { compileCase, type UnscoredIssue } from './compile-case.ts';
import type { MeasurePlan, ScorerPlan } from './plan.ts';
import type { PreparedScorer, ScorerCompiler } from './scorer-compiler.ts';
import type { CaseRow } from './weighted-sums.ts';

type Part = PreparedScorer & { readonly plan: ScorerPlan };

/** A run as it is scored, and the scorers that are ready for it. */
interface ReadyRun {
  readonly trace: Trace;
  readonly compiled: readonly CompiledScorer[];
}

/** A run that was asked about: prepared once, since questions take long to put together. */
interface AskedRun {
  readonly row: CaseRow | null;
  readonly trace: Trace;
  readonly compiled: ReadonlyMap<Part, CompiledScorer | UnscoredIssue>;
}

/** Prepares the scorers of a plan for single runs. */
export class RunScorers {
  readonly #plan: MeasurePlan;
  readonly #parts: readonly Part[];
  readonly #compiler: ScorerCompiler;
  readonly #asked = new WeakMap<Trace, AskedRun>();

  constructor(plan: MeasurePlan, parts: readonly Part[], compiler: ScorerCompiler) {
    this.#plan = plan;
    this.#parts = parts;
    this.#compiler = compiler;
  }

  /** The scorers for a run; the issue says why it cannot be scored. */
  prepare(recorded: Trace, row: CaseRow | null): ReadyRun | UnscoredIssue {
    const known = this.#asked.get(recorded);
    const asked = known?.row === row ? known : null;
    const compiled: CompiledScorer[] = [];
    for (const part of this.#parts) {
      const scorer = asked?.compiled.get(part) ?? this.#compile(part, row);
      if ('code' in scorer) return scorer;
      compiled.push(scorer);
    }
    return { trace: asked?.trace ?? this.#toScore(recorded, row), compiled };
  }

  /** What a judge would have to be asked about a run. */
  questions(recorded: Trace, row: CaseRow | null, rules: CallRules): readonly Question[] {
    const judged = this.#parts.filter(({ plan }) => plan.scorer.isJudged === true);
    if (judged.length === 0) return [];
    const trace = this.#toScore(recorded, row);
    const { calls } = rules(trace.calls);
    const compiled = new Map(judged.map((part) => [part, this.#compile(part, row)]));
    this.#asked.set(recorded, { row, trace, compiled });
    return [...compiled.values()].flatMap((scorer) =>
      'code' in scorer ? [] : (scorer.questions?.(calls, trace) ?? []),
    );
  }

  #compile({ plan, fixed, perRow }: Part, row: CaseRow | null): CompiledScorer | UnscoredIssue {
    return fixed ?? compileCase(plan, perRow, row?.value ?? null, this.#compiler);
  }

  /** A run as it is scored: with the input of its row where it has none itself. */
  #toScore(recorded: Trace, row: CaseRow | null): Trace {
    const trace = scoredTrace(this.#plan, recorded);
    const { input = null } = row?.value ?? {};
    return trace.input === null && input !== null ? { ...trace, input } : trace;
  }
}

/** A run as its test or eval looks at it. */
export function scoredTrace({ isComplete, rules }: MeasurePlan, recorded: Trace): Trace {
  const trace = isComplete ? wholeTrace(recorded) : recorded;
  return rules.skills === true ? toSkillTrace(trace) : trace;
}

/** A run of which the suite says that its capture sees everything. */
export function wholeTrace(trace: Trace): Trace {
  if (trace.partial === undefined) return trace;
  const { partial: _partial, ...whole } = trace;
  return whole;
}

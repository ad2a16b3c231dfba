import {
  decide,
  type Decided,
  hasOutput,
  type JudgedRun,
  type JudgedVerdict,
  judgedRun,
  type JudgeError,
  NO_JUDGE,
  type OpenEnds,
  openScore,
  type Question,
  type Rulings,
} from './index.ts';
import { type Reach, reachOf } from '../scoring/reach.ts';
import { type Quotes, Redactor, renumberPlaceholders } from '../redaction/index.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Tally } from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';

/** The counts that every scorer of answers has beside its own. */
export const ANSWER_TALLY: readonly string[] = ['judged', 'judge_errors', 'needs_judge'];

const NOTHING: Tally = { judged: 0, judge_errors: 0, needs_judge: 0, open: 0 };

const NO_OUTPUT: JudgeError = {
  code: 'JUDGE_NO_OUTPUT',
  message: 'the record has no final answer, which is `output` of its trace',
};

/** Reasons for which no judge was asked. */
const UNASKED: ReadonlySet<string> = new Set([NO_JUDGE.code, NO_OUTPUT.code]);

/** How a judged run scores. */
type JudgedScore = Pick<RunScore, 'tally' | 'sample' | 'perfect' | 'hits'>;

/** A scorer of final answers made ready: what it asks about a run, and what it makes of the verdict. */
export interface AnswerJudging<Asked extends Question> {
  readonly scorer: Scorer;
  readonly slots: readonly string[];
  /** The score of a run by its verdict, at worst and at best. */
  readonly ends: OpenEnds;
  /** `redact` is for what else the question says: it replaces the secrets of the run, too. */
  ask(run: JudgedRun, redact: (text: string) => string): Asked;
  score(verdict: JudgedVerdict<Asked>): JudgedScore;
  /** Why the answer does not have what this slot is for. */
  explain(verdict: JudgedVerdict<Asked>, slot: number): string;
}

/** Scores runs by what a judge says about their final answers. */
export class JudgedAnswer<Asked extends Question> implements CompiledScorer {
  readonly scorer: Scorer;
  readonly slots: readonly string[];
  readonly #judging: AnswerJudging<Asked>;
  readonly #rulings: Rulings | undefined;
  /** By run: each is asked about several times. */
  readonly #questions = new WeakMap<Trace, Asked>();

  constructor(judging: AnswerJudging<Asked>, rulings: Rulings | undefined) {
    this.scorer = judging.scorer;
    this.slots = judging.slots;
    this.#judging = judging;
    this.#rulings = rulings;
  }

  questions(calls: readonly ToolCall[], trace: Trace): readonly Question[] {
    return this.#rulings === undefined || !hasOutput(trace)
      ? []
      : [this.#question(calls, trace, this.#rulings)];
  }

  score(calls: readonly ToolCall[], trace: Trace): RunScore {
    const decided = this.#decide(calls, trace);
    const verdicts = calls.map((): CallVerdict => 'ok');
    if (decided.error !== null) return this.#undecided(decided.error, verdicts);
    const { tally, ...rest } = this.#judging.score(decided.verdict);
    return { ...rest, tally: { ...NOTHING, judged: 1, ...tally }, verdicts };
  }

  #undecided({ code }: JudgeError, verdicts: readonly CallVerdict[]): RunScore {
    const { worst, best } = this.#judging.ends;
    const key = UNASKED.has(code) ? 'needs_judge' : 'judge_errors';
    const decided = { [key]: 0, judged: 1 };
    return openScore(
      {
        tally: { ...NOTHING, ...worst.tally, [key]: 1 },
        perfect: false,
        sample: null,
        // What may be met was not missed, as far as anyone can say.
        hits: this.slots.map(() => 1),
        verdicts,
      },
      {
        worst: { ...worst, tally: { ...worst.tally, ...decided } },
        best: { ...best, tally: { ...best.tally, ...decided } },
      },
    );
  }

  /** With further calls a judge may say anything. */
  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    const { worst, best } = this.#judging.ends;
    const end = ({ tally, ...rest }: OpenEnds['worst'], perfect: boolean): OpenEnds['worst'] => ({
      ...rest,
      perfect,
      tally: { ...NOTHING, judged: 1, ...tally },
    });
    return reachOf(run, { worst: end(worst, false), best: end(best, true) });
  }

  explainMiss(
    calls: readonly ToolCall[],
    slot: number,
    _quotes: Quotes,
    trace: Trace,
  ): string | null {
    const { verdict } = this.#decide(calls, trace);
    return verdict === null ? null : this.#judging.explain(verdict, slot);
  }

  explainRun(calls: readonly ToolCall[], _score: RunScore, trace: Trace): string | null {
    const { error } = this.#decide(calls, trace);
    return error === null ? null : error.message;
  }

  #decide(calls: readonly ToolCall[], trace: Trace): Decided<JudgedVerdict<Asked>> {
    if (this.#rulings === undefined) return { verdict: null, error: NO_JUDGE };
    if (!hasOutput(trace)) return { verdict: null, error: NO_OUTPUT };
    return decide(this.#rulings, this.#question(calls, trace, this.#rulings));
  }

  #question(calls: readonly ToolCall[], trace: Trace, { redaction }: Rulings): Asked {
    const existing = this.#questions.get(trace);
    if (existing !== undefined) return existing;
    const redactor = new Redactor(redaction);
    const run = judgedRun(trace, calls, redactor);
    const asked = this.#judging.ask(run, (text) => redactor.text(text));
    const question = renumberPlaceholders(asked);
    this.#questions.set(trace, question);
    return question;
  }
}

import type { AnyQuestion, AnyVerdict, Issue, JudgeAnswer, VerdictOn } from '#core';
import { distinctQuestions, questionHash } from './answer-key.ts';
import type { AnswerStore } from './answer-record.ts';
import { AskSession, noAnswer } from './ask-session.ts';
import type { Juror, Panel } from './panel.ts';

export interface AskOptions {
  readonly panel: Panel;
  /** Looked at in order; new answers are put in all. */
  readonly stores: readonly AnswerStore[];
  /** False replays: nothing is asked. */
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The answers to all questions. */
export interface JudgeAnswers {
  /** One answer per juror, in the order of the panel; of a question that was not among them, that it was not asked. */
  of<Q extends AnyQuestion>(question: Q): readonly JudgeAnswer<VerdictOn<Q>>[];
  readonly counts: {
    /** Of questions times jurors: those that a judge was asked, and those that a store had. */
    readonly asked: number;
    readonly known: number;
    /** Entries of stores that were ignored because they were damaged or edited. */
    readonly rejected: number;
  };
  /** By judge, the ids of the models that answered. Several are several versions of an alias. */
  readonly models: ReadonlyMap<string, readonly string[]>;
  /** Warnings of the stores. */
  readonly issues: readonly Issue[];
}

/** Asks what no store knows, in the order given; every question gets one answer per juror (verdict or error). */
export async function askJudges(
  questions: readonly AnyQuestion[],
  options: AskOptions,
): Promise<JudgeAnswers> {
  const session = new AskSession(options);
  const jobs = listJobs(questions, options.panel);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < jobs.length) {
      const place = next;
      const job = jobs[place]!;
      next += 1;
      try {
        job.answer = await session.answer(job.question, job.juror, place);
      } catch (error) {
        // Not a failure of a judge but ours: nothing more is asked for.
        next = jobs.length;
        throw error;
      }
      done += 1;
      options.onProgress?.(done, jobs.length);
    }
  };
  const inFlight = Math.max(1, Math.min(options.panel.concurrency, jobs.length));
  await Promise.all(Array.from({ length: inFlight }, work));
  return collect(jobs, session, options);
}

/** One question to one juror. */
interface Job {
  readonly question: AnyQuestion;
  readonly juror: Juror;
  answer: JudgeAnswer<AnyVerdict> | null;
}

function listJobs(questions: readonly AnyQuestion[], { jurors }: Panel): readonly Job[] {
  return distinctQuestions(questions).flatMap((question) =>
    jurors.map((juror): Job => ({ question, juror, answer: null })),
  );
}

function collect(
  jobs: readonly Job[],
  { asked, reused }: AskSession,
  { panel, stores }: AskOptions,
): JudgeAnswers {
  const answers = new Map<string, JudgeAnswer<AnyVerdict>[]>();
  for (const { question, answer } of jobs) {
    const hash = questionHash(question);
    const answersOfQuestion = answers.get(hash) ?? [];
    if (answer !== null) answersOfQuestion.push(answer);
    answers.set(hash, answersOfQuestion);
  }
  const unplanned = panel.jurors.map((juror) =>
    noAnswer(juror, {
      code: 'JUDGE_UNASKED',
      message: 'this question was not among those that were asked',
    }),
  );
  return {
    // A verdict is of the kind of its question.
    of: (question) =>
      (answers.get(questionHash(question)) ?? unplanned) as unknown as readonly JudgeAnswer<
        VerdictOn<typeof question>
      >[],
    counts: {
      asked,
      known: reused,
      rejected: stores.reduce((sum, store) => sum + (store.rejected ?? 0), 0),
    },
    models: new Map(panel.jurors.map(({ label }) => [label, modelsOf(jobs, label)])),
    issues: stores.flatMap((store) => store.issues ?? []),
  };
}

function modelsOf(jobs: readonly Job[], label: string): readonly string[] {
  const ids = jobs.flatMap(({ answer }) =>
    answer?.judge === label ? (answer.answeredBy ?? []) : [],
  );
  return [...new Set(ids)].sort();
}

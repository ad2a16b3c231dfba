import { join } from 'node:path';
import {
  type AnswerQuestion,
  canonicalJson,
  type GoalQuestion,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  parseTrace,
  UserError,
} from '#core';
import {
  datasetIssue,
  readOptional,
  SAMPLE_FILES,
  type SampleFolder,
  sha256,
  type Task,
} from '#dataset';
import { check, scorerOptions } from '#schema';
import { type CaseQuestions, openCaseQuestions } from './case-questions.ts';

/** What is rated about a run: its final answer, or whether its goal was reached. */
type RunQuestion = AnswerQuestion | GoalQuestion;

/** The cases of a sample whose runs are rated, each with what a judge is asked about it. */
export interface RatedRuns {
  /** The sample with these cases alone. A rating goes stale with anything that the question contains. */
  readonly sample: SampleFolder;
  readonly questions: ReadonlyMap<string, RunQuestion>;
}

/** What people rate in this task; null where they rate arguments, or label. Throws a UserError where nothing says by what. */
export async function openRatedRuns(sample: SampleFolder, task: Task): Promise<RatedRuns | null> {
  if (task !== 'rate-answer' && task !== 'rate-goal') return null;
  return ratedRuns(sample, task, await openCaseQuestions(null));
}

/** The same with questions that are made elsewhere. */
export function ratedRuns(
  sample: SampleFolder,
  task: 'rate-answer' | 'rate-goal',
  questionsOf: CaseQuestions,
): RatedRuns {
  const asked = askedIn(sample, task);
  const questions = new Map<string, RunQuestion>();
  for (const { id, trace, input } of sample.cases.values()) {
    // A whole run has its own input, and what was said since.
    const parsed = parseTrace({ input, ...trace });
    const [question] = parsed.ok ? questionsOf(asked, parsed.trace) : [];
    if (question !== undefined && question.kind !== 'arguments') questions.set(id, question);
  }
  const hash = (question: RunQuestion): string =>
    sha256(canonicalJson(question as unknown as Json));
  return {
    questions,
    sample: {
      ...sample,
      cases: new Map([...sample.cases].filter(([id]) => questions.has(id))),
      hashes: new Map([...questions].map(([id, question]) => [id, hash(question)])),
    },
  };
}

/** What `rubric.json` says that answers and goals are rated by. A goal needs nothing. */
function askedIn({ path }: SampleFolder, task: 'rate-answer' | 'rate-goal'): JsonObject {
  const file = join(path, SAMPLE_FILES.rubric);
  const text = readOptional(file);
  const parsed = text === null ? null : parseJson(text);
  const fail = (message: string): UserError =>
    new UserError([datasetIssue('SAMPLE_RUBRIC', message, { where: { file }, hint: HINT })]);
  if (parsed !== null && (!parsed.ok || !isJsonObject(parsed.value)))
    throw fail('the rubric is not a JSON object');
  const { answer, goal = true } = (parsed?.value ?? {}) as JsonObject;
  const options = task === 'rate-answer' ? answer : goal === true ? {} : goal;
  if (options === undefined) throw fail('nothing says what answers are rated by');
  const kind = task === 'rate-answer' ? 'answer' : 'goal';
  const [finding] = check(scorerOptions[kind], options);
  if (finding !== undefined)
    throw fail(`${[kind, ...finding.path].join('.')} is not what the scorer ${kind} takes`);
  return { [kind]: options };
}

const HINT = 'write { "answer": { "rubric": "…", "must": ["…"] }, "goal": true } there';

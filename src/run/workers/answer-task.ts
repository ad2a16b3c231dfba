import { type AnyQuestion, isJsonObject, type JsonObject, parseJson, stringifyJson } from '#core';
import type { OpenQuestion } from '#judge';
import type { StoredJob } from '#store';
import type { Suite } from '#suite';
import { queueName } from './run-task.ts';

/** A question to a judge as a job. */
export function toAnswerJob(
  { key, question, juror }: OpenQuestion,
  suite: Suite,
  model: string,
  place: number,
  run: string,
): StoredJob {
  const task = { suite: suite.file, juror, question: question as unknown as JsonObject };
  return {
    place,
    queue: queueName(run, model),
    kind: 'answer',
    name: key,
    case: null,
    number: 0,
    task: stringifyJson(task),
  };
}

/** The question of a job, and the suite whose judge is asked; null where it is not one. */
export function readAnswerJob(
  { name, task }: StoredJob,
  suites: readonly Suite[],
): { readonly open: OpenQuestion; readonly suite: Suite } | null {
  const parsed = parseJson(task);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { suite: file, juror, question = null } = parsed.value;
  const suite = suites.find((suite) => suite.file === file);
  if (suite === undefined || typeof juror !== 'number' || !isJsonObject(question)) return null;
  return { open: { key: name, juror, question: question as unknown as AnyQuestion }, suite };
}

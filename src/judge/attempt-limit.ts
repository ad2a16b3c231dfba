import { maxSpending, type Spending } from '#drivers';
import { requestOf } from './judge-request.ts';
import type { Juror } from './panel.ts';
import type { JudgePrompt } from './prompt/build-prompt.ts';

/** Longer than any reason for a further attempt, and than the words of JSON mode around the schema. */
const LONG_WORDS = ' '.repeat(400);

/** What one attempt at a question may take at most: the first or a further one, in whatever mode its model takes. */
export function attemptLimit(juror: Juror, prompt: JudgePrompt): Spending {
  const system = prompt.system + JSON.stringify(prompt.schema.schema) + LONG_WORDS;
  return maxSpending(requestOf(juror, { ...prompt, system }, LONG_WORDS), juror.prices);
}

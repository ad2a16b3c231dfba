import type { Path, TestDocument } from '#schema';
import type { DrivePlan } from '../plan/plan.ts';
import type { Build } from './build.ts';
import { isModelName } from './check-models.ts';

/** Reports a simulated user that cannot speak, or that the agent of its test cannot be spoken to by. */
export function checkUser(
  { user }: TestDocument,
  drives: readonly (DrivePlan | null)[],
  path: Path,
  { problems }: Build,
): void {
  if (user === undefined) return;
  const at = [...path, 'user'];
  const { script, model, goal, base_url: baseUrl } = user;
  if ((script === undefined) === (model === undefined)) {
    const message = 'a simulated user has a `script`, or a `model` with a `goal`';
    problems.error('SUITE_VALUE', at, message, 'give one of them');
  } else if (model !== undefined && goal === undefined) {
    problems.error('SUITE_VALUE', at, 'a user that is a model needs a `goal`');
  } else if (model !== undefined && (!isModelName(model) || /^(?:lexical|module:)/.test(model))) {
    const hint = 'write openai:…, anthropic:…, google:… or openai-compatible:… with base_url';
    problems.error('SUITE_MODEL', [...at, 'model'], `"${model}" cannot be a user`, hint);
  } else if (model?.startsWith('openai-compatible:') === true && baseUrl === undefined)
    problems.error('SUITE_MODEL', [...at, 'model'], `"${model}" needs a base_url`);
  const agents = drives.flatMap((drive) => drive?.agent ?? []);
  for (const { name, document } of agents) {
    const isProgram = document.command !== undefined || document.http !== undefined;
    if (!isProgram || document.session === true) continue;
    const message = `a simulated user needs turns one at a time, which agent "${name}" does not take`;
    problems.keyError('SUITE_VALUE', at, message, 'add session: true to the agent');
  }
}

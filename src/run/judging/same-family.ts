import type { Issue } from '#core';
import { familyOf, judgeIssue } from '#judge';
import type { Suite } from '#suite';
import type { Judging } from './judging.ts';

/** Warns of judges of the family of an agent that the suite drives: models tend to prefer answers of their own family. */
export function warnOfDrivenModels(suite: Suite): readonly Issue[] {
  const { tests, evals } = suite;
  const agents = new Set([...tests, ...evals].flatMap(({ drive }) => drive?.agent.model ?? []));
  return eachJudge(suite, (judge, family) =>
    [...agents]
      .filter((agent) => familyOf(agent) === family)
      .map((agent) => `judge ${judge} is of the same family as the agent's model ${agent}`),
  );
}

/**
 * The same for the models that runs were recorded with. Once for each judge, whatever the models are: the warnings of
 * shards are then those of the whole.
 */
export function warnOfRecordedModels(judging: Judging): readonly Issue[] {
  const families = new Set<string | null>();
  for (const { plan, model } of judging.waiting()) {
    const driven = plan.drive?.agent.model ?? null;
    const family = model === undefined ? null : familyOf(model);
    // The suite is warned of already.
    if (driven === null || familyOf(driven) !== family) families.add(family);
  }
  return eachJudge(judging.suite, (judge, family) =>
    families.has(family)
      ? [`judge ${judge} is of the same family (${family}) as models that answered in the runs`]
      : [],
  );
}

function eachJudge(
  { judge, file }: Suite,
  messagesOf: (judge: string, family: string) => readonly string[],
): readonly Issue[] {
  const hint = 'models prefer answers of their own family: judge by another one, or calibrate';
  return (judge?.jurors ?? []).flatMap(({ model = '', answers_as: answersAs = model }) => {
    const family = familyOf(answersAs) ?? familyOf(model);
    const messages = family === null ? [] : messagesOf(model, family);
    return messages.map((message) =>
      judgeIssue('JUDGE_FAMILY', message, { where: { file }, hint }),
    );
  });
}

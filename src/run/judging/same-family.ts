import type { Issue } from '#core';
import { familyOf, judgeIssue } from '#judge';
import type { Suite } from '#suite';
import type { Judging } from './judging.ts';

/** Warns of judges of the family of an agent that the suite drives: models tend to prefer answers of their own family. */
export function warnOfDrivenModels(suite: Suite): readonly Issue[] {
  const { tests, evals } = suite;
  return warnOf(
    suite,
    [...tests, ...evals].flatMap(({ drive }) => drive?.agent.model ?? []),
  );
}

/** The same for the models that runs were recorded with, other than those that the suite names. */
export function warnOfRecordedModels(judging: Judging): readonly Issue[] {
  const models = judging.waiting().flatMap(({ plan, model }) => {
    if (model === undefined) return [];
    const driven = plan.drive?.agent.model ?? null;
    return driven !== null && familyOf(driven) === familyOf(model) ? [] : model;
  });
  return warnOf(judging.suite, models);
}

function warnOf({ judge, file }: Suite, models: readonly string[]): readonly Issue[] {
  const agents = new Set(models);
  return (judge?.jurors ?? []).flatMap(({ model = '', answers_as: answersAs = model }) => {
    const family = familyOf(answersAs) ?? familyOf(model);
    const same = family === null ? [] : [...agents].filter((agent) => familyOf(agent) === family);
    return same.map((agent) =>
      judgeIssue(
        'JUDGE_FAMILY',
        `judge ${model} is of the same family as the agent's model ${agent.slice(0, 100)}`,
        {
          where: { file },
          hint: 'models prefer answers of their own family: judge by another one, or calibrate',
        },
      ),
    );
  });
}

import { type Issue, UserError } from '#core';
import { familyOf, judgeIssue, requirePinned } from '#judge';
import type { Suite } from '#suite';

/** What is wrong or doubtful about the judge of a suite, before anything is asked. */
export function checkJudge(suite: Suite): readonly Issue[] {
  return [...aliases(suite), ...sameFamilies(suite)];
}

function aliases({ judge, file }: Suite): readonly Issue[] {
  return (judge?.jurors ?? []).flatMap(({ model = '', answers_as, allow_alias = false }) => {
    try {
      requirePinned(model, answers_as, allow_alias);
      return [];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.issues.map((issue) => ({ ...issue, where: { file } }));
    }
  });
}

/** Models tend to prefer answers of their own family. */
function sameFamilies({ judge, file, tests, evals }: Suite): readonly Issue[] {
  const agents = new Set([...tests, ...evals].flatMap(({ drive }) => drive?.agent.model ?? []));
  return (judge?.jurors ?? []).flatMap(({ model = '' }) => {
    const family = familyOf(model);
    const same = family === null ? [] : [...agents].filter((agent) => familyOf(agent) === family);
    return same.map((agent): Issue =>
      judgeIssue(
        'JUDGE_FAMILY',
        `judge ${model} is of the same family as the agent's model ${agent}`,
        {
          where: { file },
          hint: 'models prefer answers of their own family: judge by another one, or calibrate',
        },
      ),
    );
  });
}

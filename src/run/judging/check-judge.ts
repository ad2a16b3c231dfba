import { type Issue, UserError } from '#core';
import { requirePinned } from '#judge';
import type { Suite } from '#suite';
import { warnOfDrivenModels } from './same-family.ts';

/** What is wrong or doubtful about the judge of a suite, before anything is asked. */
export function checkJudge(suite: Suite): readonly Issue[] {
  return [...aliases(suite), ...warnOfDrivenModels(suite)];
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

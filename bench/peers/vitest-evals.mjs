// vitest-evals' ToolCallJudge with its defaults: any order, extra calls allowed, arguments strictly equal.
import { ToolCallJudge } from 'vitest-evals/judges';
import { dotted } from '../traces.mjs';

function judgeWith(options) {
  return (cases) => {
    const judge = ToolCallJudge(options);
    const given = cases.map(({ calls, expected }) => ({
      input: '',
      output: '',
      toolCalls: dotted(calls),
      expectedTools: dotted(expected).map(({ name, arguments: given }) => ({
        name,
        arguments: given,
      })),
    }));
    return async (i) => (await judge.assess(given[i])).score === 1;
  };
}

export const contenders = {
  'any order': judgeWith({}),
  unordered: judgeWith({ allowExtras: false }),
};

// promptfoo's tool-call-f1 assertion, called as a function.
import promptfoo from 'promptfoo';
import { dotted } from '../traces.mjs';

export const contenders = {
  names(cases) {
    const given = cases.map(({ calls, expected }) => ({
      assertion: {
        type: 'tool-call-f1',
        value: dotted(expected).map(({ name }) => name),
        threshold: 1,
      },
      test: {},
      providerResponse: { output: { tool_calls: dotted(calls) } },
    }));
    return async (i) => (await promptfoo.assertions.runAssertion(given[i])).pass;
  },
};

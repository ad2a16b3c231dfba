// agentevals' trajectory match over chat messages.
import { createTrajectoryMatchEvaluator } from 'agentevals';
import { dotted } from '../traces.mjs';

/** Calls with parsed arguments, which spares it the JSON.parse per call that wire messages cost. */
const messages = (calls) => [
  {
    role: 'assistant',
    content: '',
    tool_calls: dotted(calls).map(({ id, name, arguments: args }) => ({ id, name, args })),
  },
];

function matchIn(trajectoryMatchMode) {
  return (cases) => {
    const evaluate = createTrajectoryMatchEvaluator({ trajectoryMatchMode });
    const given = cases.map(({ calls, expected }) => ({
      outputs: messages(calls),
      referenceOutputs: messages(expected),
    }));
    return async (i) => (await evaluate(given[i])).score === true;
  };
}

export const contenders = { 'any order': matchIn('superset'), unordered: matchIn('unordered') };

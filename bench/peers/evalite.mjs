// evalite's toolCallAccuracy, in both of its modes.
import { toolCallAccuracy } from 'evalite/scorers/deterministic';
import { dotted } from '../traces.mjs';

const shaped = (calls) =>
  dotted(calls).map(({ id, name, arguments: input }) => ({
    toolCallId: id,
    toolName: name,
    input,
  }));

function judgeIn(mode) {
  return (cases) => {
    const given = cases.map(({ calls, expected }) => ({
      mode,
      actualCalls: shaped(calls),
      expectedCalls: shaped(expected),
    }));
    return async (i) => (await toolCallAccuracy(given[i])).score === 1;
  };
}

export const contenders = { strict: judgeIn('exact'), flexible: judgeIn('flexible') };

import { equalJson, type Json, type JsonObject, type Trace } from '#core';
import { expect, test } from 'vitest';
import { countClasses, readFileTraces, readJson, sharedData } from '../../fixtures/shared-data.ts';

const path = sharedData('tau2-bench/gpt-4.1-airline.json');

interface Action {
  readonly name: string;
  readonly requestor: string;
  readonly arguments: JsonObject;
  readonly compare_args: readonly string[] | null;
}
interface Check {
  readonly action: Action;
  readonly action_match: boolean;
}
interface Results {
  readonly simulations: readonly {
    readonly id: string;
    readonly reward_info: { readonly action_checks: readonly Check[] | null };
  }[];
}

/** Whether a call matches on the arguments that count: those of the call, unless the action names some. */
function isMet(action: Action, { calls }: Trace): boolean {
  return calls.some(({ name, arguments: passed }) => {
    if (name !== action.name || passed.state !== 'parsed') return false;
    const keys = action.compare_args ?? Object.keys(passed.value);
    const only = (from: JsonObject): Json =>
      Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]!]));
    return equalJson(only(action.arguments), only(passed.value));
  });
}

test.skipIf(path === null)(
  'the airline runs of gpt-4.1 score as they were counted elsewhere',
  async () => {
    const { traces, format } = await readFileTraces(path!);
    const { simulations } = readJson(path!) as Results;
    expect(format).toBe('tau2-bench');
    expect(traces.map((trace) => trace.id)).toEqual(simulations.map(({ id }) => id));
    expect(traces.flatMap(({ issues, error }) => [...issues, error]).filter(Boolean)).toEqual([]);
    const runs = traces.map((trace, i) => ({
      trace,
      expected: (simulations[i]!.reward_info.action_checks ?? [])
        .filter(({ action }) => action.requestor === 'assistant')
        .map(({ action }) => action.name),
    }));
    expect(countClasses(runs)).toEqual({ calls: 148, tp: 33, fp: 94, fn: 6 });
  },
);

test.skipIf(path === null)('every verdict on a single action is reproduced', async () => {
  const { traces } = await readFileTraces(path!);
  const { simulations } = readJson(path!) as Results;
  const checks = traces.flatMap((trace, i) =>
    (simulations[i]!.reward_info.action_checks ?? []).map((check) => ({ trace, check })),
  );
  expect(checks).not.toHaveLength(0);
  const verdicts = checks.map(({ trace, check }) => isMet(check.action, trace));
  expect(verdicts).toEqual(checks.map(({ check }) => check.action_match));
});

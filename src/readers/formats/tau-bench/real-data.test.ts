import { expect, test } from 'vitest';
import { countClasses, readFileTraces, readJson, sharedData } from '../../fixtures/shared-data.ts';

const path = sharedData('tau-bench/gpt-4o-airline-trial0.json');

interface Result {
  readonly task_id: number;
  readonly info: { readonly task: { readonly actions: readonly { readonly name: string }[] } };
}

test.skipIf(path === null)(
  'the airline runs of gpt-4o score as they were counted elsewhere',
  async () => {
    const { traces, format } = await readFileTraces(path!);
    const results = readJson(path!) as Result[];
    expect(format).toBe('tau-bench');
    expect(traces).toHaveLength(50);
    expect(traces.map((trace) => trace.case)).toEqual(
      results.map((result) => String(result.task_id)),
    );
    expect(traces.every(({ error }) => error === null)).toBe(true);
    // The recording gave some ids out twice.
    const codes = new Set(traces.flatMap(({ issues }) => issues.map(({ code }) => code)));
    expect([...codes]).toEqual(['READ_DUPLICATE_ID']);
    const runs = traces.map((trace, i) => ({
      trace,
      expected: results[i]!.info.task.actions.map(({ name }) => name).filter(
        (name) => name !== 'respond',
      ),
    }));
    expect(countClasses(runs)).toEqual({ calls: 282, tp: 71, fp: 146, fn: 28 });
  },
);

import type { Report } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

function chat(...results: readonly (string | null)[]): object {
  const calls = results.map((_, i) => ({
    id: `c${i}`,
    type: 'function',
    function: { name: 'search', arguments: `{"q":${i}}` },
  }));
  return {
    messages: [
      { role: 'user', content: 'find it' },
      { role: 'assistant', content: '', tool_calls: calls },
      ...results.map((content, i) => ({ role: 'tool', tool_call_id: `c${i}`, content })),
      { role: 'assistant', content: 'found' },
    ],
  };
}

async function run(
  suite: string,
  ...traces: readonly object[]
): Promise<{ code: number | null; test: Report['tests'][number] }> {
  folder = workspace({ 'whichtool.yaml': suite, 't.jsonl': jsonl(...traces) });
  const { code, stdout, stderr } = await whichtool(['run', '--reporter', 'json'], {
    cwd: folder.path,
  });
  if (stdout === '') throw new Error(stderr);
  return { code, test: (JSON.parse(stdout) as Report).tests[0]! };
}

const RULE = 'failed_when: { result_matches: "^Error" }\n';
const FAILED =
  'tests:\n  - { name: t, traces: t.jsonl, expect: [ { failed.calls: { "==": 0 } } ] }\n';
const OK =
  'tests:\n  - { name: t, traces: t.jsonl, status: ok, function_call_coverage: { function_calls: [search] } }\n';

describe('failed_when', () => {
  it('counts calls as failed by their results, where the format has no word for failure', async () => {
    const { code, test } = await run(RULE + FAILED, chat('Error: down', 'a list'), chat(''));
    expect(code).toBe(1);
    expect(test.gates).toMatchObject([{ metric: 'failed.calls', observed: 1, pass: false }]);
  });

  it('measures runs without a failure, and only those that record every result', async () => {
    expect((await run(RULE + FAILED, chat('a list'))).code).toBe(0);
    folder.remove();
    expect((await run(FAILED, chat('a list'))).code).toBe(3);
    folder.remove();
    const { code, test } = await run(RULE + FAILED, chat('a list', null));
    expect(code).toBe(3);
    expect(test.gates).toMatchObject([{ observed: null, outcome: 'error' }]);
  });

  it('of a test replaces that of the suite', async () => {
    const own = FAILED.replace('name: t,', 'name: t, failed_when: { result_matches: "^FAILED" },');
    const { code, test } = await run(RULE + own, chat('Error: down', 'FAILED'));
    expect(code).toBe(1);
    expect(test.gates).toMatchObject([{ observed: 1 }]);
  });

  it('with a pattern that cannot run in linear time is refused at its place', async () => {
    folder = workspace({
      'whichtool.yaml': `failed_when: { result_matches: "(?=x)" }\n${FAILED}`,
      't.jsonl': jsonl(chat('x')),
    });
    const { code, stderr } = await whichtool(['run'], { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr).toContain('whichtool.yaml:1:32');
    expect(stderr).toContain('SUITE_REGEX');
  });
});

describe('status: ok', () => {
  it('leaves failed calls out of scoring', async () => {
    const { code, test } = await run(RULE + OK, chat('Error: down', 'a list'));
    expect(code).toBe(0);
    expect(test.scores[0]?.tally).toMatchObject({ made: 1, unrequired: 0 });
    folder.remove();
    expect((await run(RULE + OK, chat('Error: down'))).code).toBe(1);
  });

  it('does not measure a run without statuses', async () => {
    const { code, test } = await run(OK, chat('a list'));
    expect(code).toBe(3);
    expect(test.unmeasured.items).toMatchObject([{ code: 'STATUS_UNKNOWN', where: 't.jsonl:1' }]);
  });
});

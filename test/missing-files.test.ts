import { afterEach, expect, it } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

it('a glob of a suite that matches nothing has its line, and the nearest folder', async () => {
  folder = workspace({
    'whichtool.yaml': `tests:
  - name: a
    traces: [traces/*.jsonl, "trace/*.json"]
    usage: true
`,
    'traces/a.jsonl': '{"tool_calls":[]}\n',
  });
  const { code, stderr } = await whichtool(['run'], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr.split('\n').slice(0, 4)).toEqual([
    'whichtool.yaml:3:30 trace/*.json: no file matches this pattern [NO_TRACES_FOUND]',
    '  3 |     traces: [traces/*.jsonl, "trace/*.json"]',
    '    |                              ^^^^^^^^^^^^^^',
    '  hint: there is no folder trace; did you mean "traces"?',
  ]);
});

it('a glob of an agent has its line, too', async () => {
  folder = workspace({
    'whichtool.yaml': `agents: { a: { traces: logs/x.json } }
tests:
  - { name: a, agent: a, usage: true }
`,
    'logs/run.json': '{"tool_calls":[]}',
  });
  const { code, stderr } = await whichtool(['run'], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toContain('whichtool.yaml:1:24 logs/x.json: no such file or folder');
  expect(stderr).toContain('hint: logs has run.json');
});

it('a dataset that is not there has its line, and what is', async () => {
  folder = workspace({
    'whichtool.yaml': `evals:
  - name: e
    dataset: datasets/order.jsonl
    scorers: [{ type: tool_name_match }]
`,
    'datasets/orders.jsonl': '{"id":"1"}\n',
  });
  const { code, stderr } = await whichtool(['run'], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'whichtool.yaml:3:14 datasets/order.jsonl: no such file [FILE_NOT_FOUND]',
  );
  expect(stderr).toContain('hint: did you mean "orders.jsonl"?');
});

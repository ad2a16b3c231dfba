import { Client } from 'langsmith';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { LANGSMITH_KEY, type LangsmithServer, startLangsmith } from './support/langsmith-server.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const DATASET = '0a0a0a0a-0000-4000-8000-000000000000';
const EXAMPLES = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);

/** A dataset as people keep it: one example of ours, one of another hand, one without a tool. */
async function serve(): Promise<LangsmithServer> {
  const server = await startLangsmith();
  server.datasets.set('orders', DATASET);
  const add = (at: number, text: string, outputs: object, metadata: object): void => {
    const id = EXAMPLES[at]!;
    const inputs = { messages: [{ role: 'user', content: text }] };
    server.examples.set(id, { id, dataset_id: DATASET, inputs, outputs, metadata } as never);
  };
  const status = { expected_tool: 'status', expected_args: { id: '7' } };
  add(0, 'where is it', status, { id: 'r1', weight: 3, stratum: { tool: 'status' } });
  add(1, 'cancel it', { expected_tool: 'cancel', rationale: 'says so' }, {});
  add(2, 'thanks!', { expected_tool: null, expected_args: {} }, {});
  return server;
}

const SUITE = `evals:
  - name: orders
    dataset: langsmith://orders
    traces: runs.jsonl
    scorers: [{ type: tool_name_match }, { type: tool_args_shape_match }]
    expect: [{ tool_name_match: { ">=": 0.5 } }]
`;
const TRACES = [
  { case: 'r1', tool_calls: [{ name: 'status', arguments: { id: '7' } }] },
  { case: EXAMPLES[1], tool_calls: [{ name: 'refund', arguments: {} }] },
  { case: EXAMPLES[2], tool_calls: [], output: 'welcome' },
];

function open(files: Readonly<Record<string, string>> = {}): void {
  folder = workspace({ 'whichtool.yaml': SUITE, 'runs.jsonl': jsonl(...TRACES), ...files });
}

async function run(server: LangsmithServer, ...args: string[]): Promise<Ran> {
  const env = { LANGSMITH_API_KEY: LANGSMITH_KEY, LANGSMITH_ENDPOINT: server.url };
  return await whichtool(['run', '--no-history', ...args], { cwd: folder.path, env });
}

describe('an eval over a dataset of LangSmith', () => {
  it('is measured by the rows that are there', async () => {
    open();
    const { code, stdout } = await run(await serve(), '--json');
    const report = JSON.parse(stdout) as { evals: [{ cases: { id: string; verdict: string }[] }] };
    expect(code).toBe(0);
    expect(report.evals[0].cases).toMatchObject([
      { id: 'r1', verdict: 'pass' },
      { id: EXAMPLES[1], verdict: 'fail' },
      { id: EXAMPLES[2], verdict: 'pass' },
    ]);
  });

  it('may be named by --dataset, and is exit 2 where there is none', async () => {
    open({ 'whichtool.yaml': SUITE.replace('langsmith://orders', 'none.jsonl') });
    const server = await serve();
    expect((await run(server, '--dataset', 'langsmith://orders')).code).toBe(0);
    const missing = await run(server, '--dataset', 'langsmith://other');
    expect([missing.code, missing.stderr.includes('[SOURCE_PROJECT]')]).toEqual([2, true]);
  });
});

describe('run --push', () => {
  it('writes an experiment with a run and its scores for each example, once', async () => {
    open();
    const server = await serve();
    const first = await run(server, '--push', 'langsmith://orders', '--name', 'baseline');
    expect(first.stderr).toMatch(/experiment baseline-[\da-f]{8}: 3 runs and 7 scores written/);
    expect(first.code).toBe(0);
    const [session] = server.sessions.values();
    expect(session).toMatchObject({ reference_dataset_id: DATASET, num_examples: 3 });
    expect(session?.end_time).toBeTypeOf('string');
    const runs = [...server.runs.values()];
    expect(new Set(runs.map((one) => one.reference_example_id))).toEqual(new Set(EXAMPLES));
    const refund = runs.find((one) => one.reference_example_id === EXAMPLES[1]);
    expect(refund?.outputs).toMatchObject({ tool_calls: [{ name: 'refund', arguments: {} }] });
    const scores = [...server.feedback.values()]
      .filter((one) => one.run_id === refund?.id)
      .map(({ key, score }) => [key, score]);
    expect(Object.fromEntries(scores)).toMatchObject({ tool_name_match: 0, pass: 0 });

    const again = await run(server, '--push', 'langsmith://orders', '--name', 'baseline');
    expect(again.stderr).toContain('0 runs and 0 scores written');
    expect([server.sessions.size, server.runs.size, server.feedback.size]).toEqual([1, 3, 7]);
  });

  it('goes on where it broke off, and does not hide that it did', async () => {
    open();
    const server = await serve();
    let sent = 0;
    server.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/feedback') && ++sent > 3
        ? { reply: { status: 400, body: {} } }
        : null;
    const broken = await run(server, '--push', 'langsmith://orders');
    expect([broken.code, broken.stderr.includes('[SOURCE_FAILED]')]).toEqual([3, true]);
    server.fault = () => null;
    expect((await run(server, '--push', 'langsmith://orders')).code).toBe(0);
    expect([server.sessions.size, server.runs.size, server.feedback.size]).toEqual([1, 3, 7]);
  });

  it('says which cases the dataset does not have, and is refused without an eval or a dataset', async () => {
    const row = { id: 'unknown', input: 'x', expected_tool: 'none', tool_calls: [] };
    open({ 'rows.jsonl': jsonl(row) });
    const server = await serve();
    folder.write('e.yaml', 'dataset: rows.jsonl\nscorers: [{ type: tool_name_match }]\n');
    const pushed = await run(server, 'e.yaml', '--push', 'langsmith://orders');
    expect([pushed.code, pushed.stderr.includes('[PUSH_NO_EXAMPLE]')]).toEqual([3, true]);
    expect((await run(server, '--push', 'langsmith://other')).code).toBe(2);
    folder.write('t.yaml', 'tests: [{ name: t, traces: runs.jsonl, no_tools: true }]\n');
    const test = await run(server, 't.yaml', '--push', 'langsmith://orders');
    expect([test.code, test.stderr.includes('[FLAG_PUSH]')]).toEqual([2, true]);
  });

  it('sends what the client of LangSmith itself sends, and is read back by it', async () => {
    open();
    const server = await serve();
    await run(server, '--push', 'langsmith://orders', '--name', 'ours');
    const ours = (path: string): readonly string[] =>
      Object.keys(
        server.seen.find((one) => one.method === 'POST' && one.path === path)?.body ?? {},
      );
    const [session, feedback] = ['/api/v1/sessions', '/api/v1/feedback'].map(ours);

    const client = new Client({
      apiUrl: `${server.url}/api/v1`,
      apiKey: LANGSMITH_KEY,
      autoBatchTracing: false,
    });
    const [found] = await collect(client.listProjects({ referenceDatasetId: DATASET }));
    const runs = [...server.runs.values()];
    const read = await collect(client.listFeedback({ runIds: runs.map((one) => String(one.id)) }));
    expect(read).toHaveLength(server.feedback.size);

    const before = server.seen.length;
    await client.createProject({
      projectName: 'theirs',
      referenceDatasetId: DATASET,
      numExamples: 1,
    });
    await client.createFeedback(String(runs[0]?.id), 'k', {
      score: 1,
      sessionId: found?.id as string,
    });
    const theirs = server.seen.slice(before).map(({ body }) => Object.keys(body ?? {}));
    expect(theirs[0]).toEqual(expect.arrayContaining(['name', 'reference_dataset_id', 'extra']));
    expect(session).toEqual(expect.arrayContaining(theirs[0] as string[]));
    for (const key of theirs[1] as string[]) expect(feedback).toContain(key);
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

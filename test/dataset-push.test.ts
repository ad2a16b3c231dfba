import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { LANGSMITH_KEY, type LangsmithServer, startLangsmith } from './support/langsmith-server.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const none = { LANGSMITH_API_KEY: '', LANGCHAIN_API_KEY: '' };
  return await whichtool(args, { cwd: folder.path, env: { ...none, ...env } });
}

/** Freezes a version of two rows. */
async function commit(): Promise<string> {
  const traces = ['where is it', 'cancel it please'].map((input, i) => ({
    id: `t${i}`,
    input,
    tool_calls: [{ name: 'status', arguments: {}, turn: 1 }],
  }));
  folder = workspace({ 't.jsonl': jsonl(...traces) });
  await run(['sample', 't.jsonl', '--out', 's', '--unit', 'trace']);
  const sheet = await run(['label', 'export', 's', '--reviewer', 'ann', '--to', 'jsonl']);
  const filled = sheet.stdout
    .trimEnd()
    .split('\n')
    .map((line) => ({ ...(JSON.parse(line) as object), expected_tool: 'status' }));
  folder.write('ann.jsonl', jsonl(...filled));
  await run(['label', 'import', 's', 'ann.jsonl', '--reviewer', 'ann']);
  return (await run(['dataset', 'commit', 's'])).stdout.slice(0, 16);
}

const push = async (server: LangsmithServer, version: string, ...more: string[]): Promise<Ran> =>
  await run(['dataset', 'push', 's', version, 'langsmith://orders', ...more], {
    LANGSMITH_API_KEY: LANGSMITH_KEY,
    LANGSMITH_ENDPOINT: server.url,
  });

describe('dataset push', () => {
  it('writes a version once, through limits and failures, and says what it did', async () => {
    const version = await commit();
    const server = await startLangsmith();
    const headers = { 'retry-after': '0' };
    server.fault = (_, count) =>
      count % 2 === 1 ? { reply: { status: count % 4 === 1 ? 429 : 500, headers } } : null;
    const first = await push(server, version);
    expect(first).toEqual({
      code: 0,
      stdout: `${version} is in the new dataset orders: 2 rows created, 0 updated, 0 unchanged\n`,
      stderr: '',
    });
    const again = await push(server, version, '--json');
    expect(JSON.parse(again.stdout)).toEqual({
      version,
      dataset: { name: 'orders', id: server.datasets.get('orders'), isNew: false },
      created: 0,
      updated: 0,
      unchanged: 2,
      others: 0,
    });
  });

  it('can be read back as it was', async () => {
    const version = await commit();
    const server = await startLangsmith();
    await push(server, version);
    folder.write('back.jsonl', jsonl(...server.examples.values()));
    const { stdout } = await run(['dataset', 'import', 'back.jsonl']);
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row) as object)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ input: 'where is it', expected_tool: 'status' }),
        expect.objectContaining({ input: 'cancel it please', expected_tool: 'status' }),
      ]),
    );
  });

  it('exits 3 when the service fails for good, and says how to go on', async () => {
    const version = await commit();
    const server = await startLangsmith();
    server.fault = ({ path }) =>
      path.endsWith('bulk')
        ? { reply: { status: 503, headers: { 'retry-after': '0' }, body: LANGSMITH_KEY } }
        : null;
    const { code, stderr } = await push(server, version);
    expect([code, stderr]).toEqual([3, expect.stringContaining('[SOURCE_FAILED]')]);
    expect(stderr).toContain('0 of 2 rows were written; push again to go on');
    expect(stderr).not.toContain(LANGSMITH_KEY);
  });

  it('exits 2 without a key, with a wrong one, and for what is not there', async () => {
    const version = await commit();
    const { url } = await startLangsmith();
    const codeOf = async (args: readonly string[], key: string): Promise<unknown[]> => {
      const env = { LANGSMITH_ENDPOINT: url, LANGSMITH_API_KEY: key };
      const { code, stderr } = await run(['dataset', 'push', 's', ...args], env);
      return [code, /\[([A-Z_]+)\]/.exec(stderr)?.[1]];
    };
    const address = 'langsmith://orders';
    expect(await codeOf([version, address], '')).toEqual([2, 'SOURCE_KEY']);
    expect(await codeOf([version, address], 'wrong')).toEqual([2, 'SOURCE_REFUSED']);
    expect(await codeOf([version, 'langfuse://orders'], 'x')).toEqual([2, 'SOURCE_URL']);
    expect(await codeOf(['ffff', address], 'x')).toEqual([2, 'DATASET_VERSION']);
  });
});

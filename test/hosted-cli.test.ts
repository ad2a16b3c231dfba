import { afterAll, expect, it } from 'vitest';
import { spawnWhichtool, whichtool, workspace } from './support/cli.ts';
import { BAD, GOOD, SUITE } from './support/research.ts';

const folder = workspace({
  'package.json': '{}',
  'whichtool.yaml': SUITE,
  'good.json': GOOD,
  'bad.json': BAD,
  'twice.yaml': SUITE.replace('runs: 1', 'runs: 2'),
  'certified.yaml': `tests:
  - name: searches
    function_call_coverage:
      function_calls: [web_search]
      expect: [ { all_required_calls_made: { ">=": 0.95, certify: true } } ]
`,
});
afterAll(() => folder.remove());

/** Command lines with their exit code; one after the other in the same host. */
const LINES: readonly [code: number, args: readonly string[], input?: string][] = [
  [0, ['run', '--traces', 'good.json']],
  [1, ['run', '--traces', 'bad.json']],
  [2, ['run', '--traces', 'missing.json']],
  [2, ['run', '--no-such-flag']],
  [3, ['run', 'twice.yaml', '--traces', 'good.json']],
  [5, ['run', 'certified.yaml', '--traces', 'good.json']],
  [0, ['run', '--traces', '-', '--json'], GOOD],
  [1, ['run', '--traces', '-', '--reporter', 'junit'], BAD],
  [0, ['inspect', 'good.json']],
  [0, ['convert', 'good.json', '--to', 'otlp']],
  [0, ['validate']],
  [0, ['run', '--help']],
  [2, []],
  [0, ['run', '--traces', 'good.json']],
];

it.each<[number, readonly string[], string?]>(LINES)(
  'exits with %i in a host as in its own process: %j',
  async (code, args, input) => {
    const options = { cwd: folder.path, ...(input === undefined ? {} : { input }) };
    const hosted = await whichtool(args, options);
    expect(hosted).toEqual(await spawnWhichtool(args, options));
    expect(hosted.code).toBe(code);
    expect(hosted.stdout + hosted.stderr).not.toBe('');
  },
);

it('has the environment of the request alone', async () => {
  const help = async (env: Record<string, string>): Promise<string> =>
    (await whichtool(['run', '--help'], { cwd: folder.path, env })).stdout;
  const usual = await help({});
  expect(await help({ COLUMNS: '60' })).not.toBe(usual);
  expect(await help({})).toBe(usual);
});

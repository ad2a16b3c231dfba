import { afterEach, describe, expect, it } from 'vitest';
import type { EvalReport, Report } from '#core';
import { jsonl, type Ran, whichtool, workspace } from '../support/cli.ts';
import { MATRIX_ROWS } from './published-matrix.ts';

// The recipe for tool-selection evals, in its order. docs/coming-from/callsphere.md has the same figures. The
// judge is in callsphere-judge.test.ts; the dashboard is not built yet.

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = (args: string): Promise<Ran> => whichtool(args.split(' '), { cwd: folder.path });

function open(rows: readonly object[], suite: string, files: Record<string, string> = {}): void {
  folder = workspace({
    'package.json': '{}',
    'datasets/tool-selection-v2.jsonl': jsonl(...rows),
    'whichtool.yaml': `dataset: datasets/tool-selection-v2.jsonl\n${suite}`,
    ...files,
  });
}

async function measure(
  rows: readonly object[],
  suite: string,
): Promise<{ readonly code: number | null; readonly one: EvalReport }> {
  open(rows, suite);
  const { code, stdout } = await run('run --no-history --reporter json');
  return { code, one: (JSON.parse(stdout) as Report).evals[0]! };
}

const GRADERS = `scorers:
  - type: tool_name_match
  - { type: tool_args_shape_match, over: first_call }
tool_costs: { get_order_history: 3 }
`;
const metric = (one: EvalReport, id: string): number | null | undefined =>
  one.scores.find(({ metrics }) => Object.hasOwn(metrics, id))?.metrics[id];

it('finds the dormant bug: the answer is right, the tool costs three times as much', async () => {
  const row = {
    id: 'package',
    input: { messages: [{ role: 'user', content: "where's my package?" }], context: { open: 1 } },
    expected_tool: 'get_order_status',
    expected_args: { order_id: 'ORD-9182' },
    rationale: 'There is one open order, so its status is enough.',
    tool_calls: [{ name: 'get_order_history', arguments: { user_id: 'u-1' } }],
    output: 'It arrives tomorrow.',
  };
  const { one } = await measure([row], `${GRADERS}expect: []\n`);
  expect(metric(one, 'tool_name_match')).toBe(0);
  expect(one.failureModes).toMatchObject({ over_tooling: 1 });
  expect(one.confusion?.readings[0]?.text).toContain('which costs 3x: over-tooling');
});

it('gives the three failure modes as shares: 6.4, 3.1 and 1.8 of 100, 11.3 together', async () => {
  const tool = (name: string): object => ({
    name,
    input_schema: { type: 'object', properties: { order_id: { type: 'string' } } },
  });
  const tools = ['get_order_status', 'get_order_history'].map(tool);
  const expected = { order_id: 'ORD-1' };
  const calls = (i: number): object =>
    i < 64
      ? { name: 'get_order_history', arguments: {} }
      : i < 95
        ? { name: 'get_order_status', arguments: { order_id: 1, more: true } }
        : { name: i < 113 ? 'find_package' : 'get_order_status', arguments: expected };
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    id: `c${i}`,
    expected_tool: 'get_order_status',
    expected_args: expected,
    tools,
    tool_calls: [calls(i)],
  }));
  const suite = `scorers: [{ type: failure_modes }]\ntool_costs: { get_order_history: 3 }\nexpect: []\n`;
  const { one } = await measure(rows, suite);
  expect(metric(one, 'failure_modes.over_tooling.rate')).toBe(0.064);
  expect(metric(one, 'failure_modes.wrong_args_shape.rate')).toBe(0.031);
  expect(metric(one, 'failure_modes.hallucinated_tool.rate')).toBe(0.018);
  expect(one.passing).toMatchObject({ k: 887, n: 1000, rate: 0.887 });
});

describe('the published matrix', () => {
  it('is 262 of 300 by name, and 0.9133 by the shape of the first call', async () => {
    const { one } = await measure(MATRIX_ROWS, `${GRADERS}expect: []\n`);
    expect(one.confusion).toMatchObject({
      labels: ['get_order_history', 'get_order_status', 'get_shipping_eta', '(none)'],
      matrix: [
        [47, 0, 0, 0],
        [18, 142, 3, 1],
        [1, 9, 22, 0],
        [2, 4, 0, 51],
      ],
    });
    expect(metric(one, 'tool_name_match')).toBe(0.8733);
    expect(metric(one, 'tool_args_shape_match')).toBe(0.9133);
  });

  it('is read as over-tooling, a tool that was missed one way, and a tool that was not needed', async () => {
    const { one } = await measure(MATRIX_ROWS, `${GRADERS}expect: []\n`);
    const read = (count: number): object | undefined =>
      one.confusion?.readings.find((reading) => reading.count === count);
    expect(read(18)).toMatchObject({
      text: '18 of 164 get_order_status cases went to get_order_history, which costs 3x: over-tooling, one way',
      fix: expect.stringContaining('tighten the description of get_order_history'),
    });
    expect(read(9)).toMatchObject({
      text: expect.stringContaining('9 of 32 get_shipping_eta cases went to get_order_status'),
      fix: 'add an example to the description of get_shipping_eta, the tool that was missed',
    });
    expect(read(4)).toMatchObject({
      text: '4 of 57 cases that need no tool went to get_order_status: unneeded tool',
      fix: expect.stringContaining('an example that is answered without a tool'),
    });
  });

  it('does not ship: a row of the diagonal is below 0.95', async () => {
    const gates = 'expect: [{ per_tool.recall: { ">=": 0.95 } }]\n';
    const { code, one } = await measure(MATRIX_ROWS, GRADERS + gates);
    expect(code).toBe(1);
    const failed = one.gates.filter(({ pass }) => !pass).map(({ tool }) => tool);
    expect(failed).toEqual(['get_order_status', 'get_shipping_eta', '(none)']);
  });

  it('fails the line of CI by name and by shape, and names the run it compares with', async () => {
    open(MATRIX_ROWS, `${GRADERS}expect: []\n`);
    const line =
      'run --dataset tool-selection-v2 --threshold-name 0.95 --threshold-args-shape 0.97 --fail-on-regression';
    const first = await run(line);
    expect([first.code, first.stdout]).toEqual([2, '']);
    expect(first.stderr).toContain('--fail-on-regression');
    await run('run');
    const { code, stdout, stderr } = await run(line);
    expect(stderr).toMatch(/^baseline: run 1 · .* · whichtool\.yaml · whichtool /m);
    expect(stdout).toMatch(/whichtool +300 cases +262\/300 87\.3 % +262\/300 87\.3 %/);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ tool_name_match +87\.33 % .*needs >= 95 %/);
    expect(stdout).toMatch(/✗ tool_args_shape_match +91\.33 % .*needs >= 97 %/);
  });
});

describe('what was caught in the first week', () => {
  const describeTools = async (tools: readonly object[]): Promise<string> => {
    open([], '', { 'tools.json': JSON.stringify(tools) });
    return (await run('tools tools.json')).stdout;
  };

  it('fourteen descriptions that begin alike, and none once they lead with the trigger', async () => {
    const verbs =
      'refund cancel ship track return pay invoice search rate gift pause resume edit call';
    const show = async (describeVerb: (verb: string) => string): Promise<string> => {
      const tools = verbs
        .split(' ')
        .map((verb) => ({ name: `${verb}_order`, description: describeVerb(verb) }));
      const shown = await describeTools(tools);
      folder.remove();
      return shown.replaceAll(/\s+│?\s*/g, ' ');
    };
    expect(await show((verb) => `Use this tool to ${verb} what the customer bought.`)).toContain(
      'openings that many tools share (1) refund_order: its description begins with "Use this tool", as does that of cancel_order and 12 more; lead with the trigger: "When the user asks about …"',
    );
    const fixed = await show((verb) => `When the user asks about a ${verb}, call this tool.`);
    expect(fixed).toContain('refund_order');
    expect(fixed).not.toContain('openings that many tools share');
  });

  it('a stale optional field that calls fill and no label has', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      id: `c${i}`,
      expected_tool: 'refund',
      expected_args: { order_id: 'ORD-1' },
      tool_calls: [
        {
          name: 'refund',
          arguments: { order_id: 'ORD-1', ...(i < 3 ? { legacy_account_id: 'x' } : {}) },
        },
      ],
    }));
    const { one } = await measure(rows, `${GRADERS}expect: []\n`);
    const texts = one.confusion?.readings.map(({ text, fix }) => `${text}; ${fix}`).join('\n');
    expect(texts).toContain('legacy_account_id');
    expect(texts).toContain('3 of 40');
  });

  it('search_kb and get_kb_article: confusable, confused, and not as one tool', async () => {
    const shown = await describeTools([
      { name: 'search_kb', description: 'Searches the knowledge base for an article.' },
      { name: 'get_kb_article', description: 'Gets an article of the knowledge base.' },
    ]);
    expect(shown).toContain('Easily taken for each other (1)\n  │ search_kb and get_kb_article\n');
    folder.remove();
    const pair = ['search_kb', 'get_kb_article'];
    const rows = pair.flatMap((expected, at) =>
      Array.from({ length: 20 }, (_, i) => ({
        id: `${expected}-${i}`,
        expected_tool: expected,
        tool_calls: [{ name: i < 6 ? pair[1 - at] : expected }],
      })),
    );
    open(
      rows,
      'scorers: [{ type: tool_name_match }]\nexpect: [{ confusion.mutual: { "<=": 0.05 } }, { tool_name_match: { ">=": 0.95 } }]\n',
    );
    const before = await run('run --no-history --reporter json=saved.json --reporter terminal');
    expect(before.code).toBe(1);
    expect(before.stdout).toContain('6 of 20 one way, 6 of 20 the other');
    const after = await run('report saved.json --merge-tools search_kb,get_kb_article --json');
    const [one] = (JSON.parse(after.stdout) as Report).evals;
    expect(one?.confusion?.mutual).toEqual([]);
    expect(one?.scores[0]?.metrics).toEqual({ tool_name_match: 1 });
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Report, scoreTraces } from '#core';
import { jsonl, whichtool, workspace } from './support/cli.ts';

const DATA = resolve(import.meta.dirname, '../../shared/data');
const HAS_DATA = ['mcpeval', 'tau-bench', 'tau2-bench'].every((name) =>
  existsSync(join(DATA, name)),
);
if (!HAS_DATA) process.stderr.write('dataset-research: skipped, there is no ../shared/data\n');

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

interface Row {
  readonly id: string;
  readonly trace: { readonly case: string; readonly tool_calls: readonly { name: string }[] };
  readonly expected_calls: readonly Call[];
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await whichtool(args, { cwd: folder.path });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

function read(name: string): Row[] {
  const text = readFileSync(join(folder.path, name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** What a test says of the version and of the eval over it. */
interface Measured {
  readonly rows: readonly Row[];
  readonly matched: Readonly<Record<string, number>>;
}

/** Takes native traces through sample, labels, a version and an eval whose gate is `floor` cases, and fails from the next on. */
async function measure(
  traces: string,
  expected: ReadonlyMap<string, readonly Call[]>,
  floor: number,
): Promise<Measured> {
  await run('sample', traces, '--unit', 'trace', '--size', '100', '--out', 's');
  const labels = read('s/sample.jsonl').map(({ id, trace }) => ({
    id,
    expected_calls: expected.get(trace.case),
  }));
  folder.write('labels.jsonl', jsonl(...labels));
  await run('label', 'import', 's', 'labels.jsonl', '--reviewer', 'data');
  await run('dataset', 'commit', 's');
  await run('dataset', 'export', 's', '--out', 'dataset.jsonl');
  const rows = read('dataset.jsonl');
  for (const { trace, expected_calls: calls } of rows)
    expect(calls).toEqual(expected.get(trace.case));
  folder.write(
    'eval.yaml',
    'dataset: dataset.jsonl\nscorers: [{ type: tool_name_match, extras: allow }]\n',
  );
  const gated = ['run', 'eval.yaml', '--no-history', '--json', '--threshold-name'];
  const report = JSON.parse(await run(...gated, share(floor, rows.length))) as Report;
  const above = [...gated, share(floor + 1, rows.length)];
  expect(await whichtool(above, { cwd: folder.path })).toMatchObject({ code: 1 });
  return { rows, matched: report.evals[0]?.scores[0]?.tally ?? {} };
}

/** A share as a decimal that is not above it. */
function share(count: number, of: number): string {
  return (Math.floor((10_000 * count) / of) / 10_000).toFixed(4);
}

/** The tally over classes, one per distinct expected bare name. */
function classTally(rows: readonly Row[]): Record<string, number> {
  const sum: Record<string, number> = { tp: 0, fp: 0, fn: 0 };
  for (const { trace, expected_calls: expected } of rows) {
    const names = [...new Set(expected.map(({ tool }) => tool))];
    const classes = names.map((name) => ({ name, members: [{ tool: name }] }));
    const [score] = scoreTraces([trace], { equal_function_sets: { classes } });
    for (const key of Object.keys(sum)) sum[key]! += score?.tally[key] ?? 0;
  }
  return sum;
}

describe.skipIf(!HAS_DATA)('published data', () => {
  it.each([
    ['gpt-4.1-mini', 51, { tp: 95, fp: 44, fn: 11 }],
    ['gpt-4o', 20, { tp: 35, fp: 7, fn: 71 }],
  ])('keeps the counts of MCPEval %s from traces to a gate', async (model, cases, wanted) => {
    folder = workspace({});
    const { task_results: tasks } = JSON.parse(
      readFileSync(join(DATA, `mcpeval/${model}.task_metrics.json`), 'utf8'),
    ) as { task_results: McpTask[] };
    folder.write(
      't.jsonl',
      jsonl(
        ...tasks.map(({ task_id: id, prediction_calls: calls }) => ({
          case: id,
          input: `task ${id.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`,
          tool_calls: calls.map((call) => ({
            name: call.tool_name,
            arguments: call.tool_parameters,
          })),
        })),
      ),
    );
    const expected = new Map(
      tasks.map(({ task_id: id, ground_truth_calls: calls }) => [
        id,
        calls.map((call) => ({ tool: call.tool_name, args: call.tool_parameters })),
      ]),
    );
    const { rows, matched } = await measure('t.jsonl', expected, cases);
    expect(matched).toEqual({ matched: cases, cases: 62 });
    expect(classTally(rows)).toEqual(wanted);
  });

  it('takes the 50 runs of tau-bench through convert, labels, a version and a gate', async () => {
    folder = workspace({});
    const source = join(DATA, 'tau-bench/gpt-4o-airline-trial0.json');
    await run('convert', source, '--out', 't.jsonl');
    const results = JSON.parse(readFileSync(source, 'utf8')) as {
      task_id: number;
      info: { task: { actions: { name: string; kwargs: Record<string, unknown> }[] } };
    }[];
    const expected = new Map(
      results.map(({ task_id: id, info }) => [
        String(id),
        info.task.actions.map(({ name, kwargs }) => ({ tool: name, args: kwargs })),
      ]),
    );
    const { rows, matched } = await measure('t.jsonl', expected, 22);
    expect(rows.flatMap(({ trace }) => trace.tool_calls)).toHaveLength(282);
    // Of 29 runs that made every expected call, 7 should have made none.
    expect(matched).toEqual({ matched: 22, cases: 50 });
    expect(classTally(rows)).toEqual({ tp: 71, fp: 146, fn: 28 });
  });

  it('keeps the counts of tau2-bench from traces to a gate', async () => {
    folder = workspace({});
    const source = join(DATA, 'tau2-bench/gpt-4.1-airline.json');
    await run('convert', source, '--out', 't.jsonl');
    const { simulations } = JSON.parse(readFileSync(source, 'utf8')) as {
      simulations: { task_id: string; reward_info: { action_checks: Tau2Check[] | null } }[];
    };
    const expected = new Map(
      simulations.map(({ task_id: id, reward_info: { action_checks: checks } }) => [
        id,
        (checks ?? [])
          .filter(({ action }) => action.requestor === 'assistant')
          .map(({ action }) => ({ tool: action.name, args: action.arguments })),
      ]),
    );
    const { rows, matched } = await measure('t.jsonl', expected, 14);
    expect(matched).toEqual({ matched: 14, cases: 20 });
    expect(classTally(rows)).toEqual({ tp: 33, fp: 94, fn: 6 });
  });
});

interface Tau2Check {
  readonly action: {
    readonly name: string;
    readonly requestor: string;
    readonly arguments: Record<string, unknown>;
  };
}

interface McpCall {
  readonly tool_name: string;
  readonly tool_parameters: Record<string, unknown>;
}

interface McpTask {
  readonly task_id: string;
  readonly ground_truth_calls: readonly McpCall[];
  readonly prediction_calls: readonly McpCall[];
}

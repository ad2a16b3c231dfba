import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scoreTraces } from '#core';
import { jsonl, whichtool, workspace } from './support/cli.ts';

const DATA = resolve(import.meta.dirname, '../../shared/data');
const HAS_DATA = existsSync(join(DATA, 'tau-bench')) && existsSync(join(DATA, 'mcpeval'));
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

/** Takes native traces through sample, labels, a version and an eval with a gate; answers the rows of the version. */
async function label(
  traces: string,
  expected: ReadonlyMap<string, readonly Call[]>,
): Promise<Row[]> {
  await run('sample', traces, '--unit', 'trace', '--size', '100', '--out', 's');
  const labels = read('s/sample.jsonl').map(({ id, trace }) => ({
    id,
    expected_calls: expected.get(trace.case),
  }));
  folder.write('labels.jsonl', jsonl(...labels));
  await run('label', 'import', 's', 'labels.jsonl', '--reviewer', 'data');
  await run('dataset', 'commit', 's');
  await run('dataset', 'export', 's', '--out', 'dataset.jsonl');
  folder.write(
    'eval.yaml',
    'dataset: dataset.jsonl\nscorers: [{ type: tool_name_match, extras: allow }]\nexpect: [{ tool_name_match: { ">": 0 } }]\n',
  );
  await run('run', 'eval.yaml', '--no-history');
  return read('dataset.jsonl');
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
    ['gpt-4.1-mini', { tp: 95, fp: 44, fn: 11 }],
    ['gpt-4o', { tp: 35, fp: 7, fn: 71 }],
  ])('keeps the counts of MCPEval %s from traces to a version', async (model, wanted) => {
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
    const rows = await label('t.jsonl', expected);
    expect(rows).toHaveLength(62);
    expect(classTally(rows)).toEqual(wanted);
  });

  it('takes tau-bench through convert, labels, a version and a gate', async () => {
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
    const rows = await label('t.jsonl', expected);
    expect(rows).toHaveLength(50);
    for (const { trace, expected_calls: calls } of rows)
      expect(calls).toEqual(expected.get(trace.case));
  });
});

interface McpCall {
  readonly tool_name: string;
  readonly tool_parameters: Record<string, unknown>;
}

interface McpTask {
  readonly task_id: string;
  readonly ground_truth_calls: readonly McpCall[];
  readonly prediction_calls: readonly McpCall[];
}

import { type JsonObject, type Trace, toTrace } from '#core';
import { expect, test } from 'vitest';
import { countClasses, readFileTraces, readJson, sharedData } from './fixtures/shared-data.ts';

interface Tasks {
  readonly task_results: readonly {
    readonly ground_truth_calls: readonly { readonly tool_name: string }[];
    readonly prediction_calls: readonly {
      readonly tool_name: string;
      readonly tool_parameters: JsonObject;
    }[];
  }[];
}

const mcpeval = sharedData('mcpeval');

test.skipIf(mcpeval === null).each([
  ['gpt-4.1-mini', { tp: 95, fp: 44, fn: 11 }],
  ['gpt-4o', { tp: 35, fp: 7, fn: 71 }],
])('MCPEval: %s scores as it was counted elsewhere', (model, counts) => {
  const runs = (readJson(`${mcpeval!}/${model}.task_metrics.json`) as Tasks).task_results.map(
    (task) => ({
      trace: toTrace({
        tool_calls: task.prediction_calls.map(({ tool_name: name, tool_parameters: passed }) => ({
          name,
          arguments: passed,
        })),
      }),
      expected: task.ground_truth_calls.map(({ tool_name: name }) => name),
    }),
  );
  expect(runs).toHaveLength(62);
  expect(countClasses(runs)).toMatchObject(counts);
});

const live = sharedData('livemcpbench/claude-sonnet-4.first10.json');

interface Annotation {
  readonly 'Annotator Metadata': { readonly Tools: string };
}

test.skipIf(live === null)(
  'LiveMCPBench: calls inside wrapper tools score as they were counted elsewhere',
  async () => {
    const { traces, format } = await readFileTraces(live!);
    const annotations = readJson(
      sharedData('livemcpbench/annotations.first10.json')!,
    ) as Annotation[];
    expect(format).toBe('openai-chat');
    const runs = traces.map((trace: Trace, i) => ({
      trace,
      expected: annotations[i]!['Annotator Metadata'].Tools.split('\n')
        .map((line) => line.replace(/^\s*\d+\.\s*/, '').trim())
        .filter((name) => name !== ''),
    }));
    const counted = countClasses(runs, {
      unwrap: [
        {
          tool: 'execute-tool',
          server: '$.server_name',
          name: '$.tool_name',
          arguments: '$.params',
        },
      ],
      neutral: ['route'],
    });
    expect(counted).toEqual({ calls: 69, tp: 16, fp: 42, fn: 21 });
  },
);

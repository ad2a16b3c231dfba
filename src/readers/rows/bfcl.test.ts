import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  compileScorer,
  type ExpectedCall,
  isJsonObject,
  type Json,
  type JsonObject,
  toTrace,
} from '#core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readFileText, sharedData } from '../fixtures/shared-data.ts';
import type { RowRecord } from '../reader.ts';
import { readRows } from './read-rows.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-bfcl-'));
  mkdirSync(join(folder, 'possible_answer'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function readAll(path: string): Promise<RowRecord[]> {
  const records: RowRecord[] = [];
  for await (const batch of readRows({ path, displayName: basename(path) })) records.push(...batch);
  return records;
}

const QUESTION = {
  id: 'multiple_0',
  question: [[{ role: 'user', content: 'Bake two loaves' }]],
  function: [
    {
      name: 'oven.bake',
      description: 'Bakes',
      parameters: {
        type: 'dict',
        properties: {
          loaves: { type: 'integer' },
          heat: { type: 'float' },
          flour: { type: 'string' },
          mix: { type: 'dict', properties: { salt: { type: 'any' } } },
          steps: {
            type: 'array',
            items: { type: 'dict', properties: { minutes: { type: 'float' } } },
          },
          shape: { type: 'tuple', items: { type: 'integer' } },
        },
        required: ['loaves'],
      },
    },
  ],
};
const ANSWER = {
  id: 'multiple_0',
  ground_truth: [
    {
      'oven.bake': {
        loaves: [2],
        heat: [200, 220.5],
        flour: ['rye', 'wheat', ''],
        mix: [{ salt: [1, ''] }],
        steps: [[{ minutes: [5, 10] }]],
        shape: ['', [1, 2]],
        lid: [''],
      },
    },
  ],
};

async function read(name: string, rows: object[], answers: object[] | null): Promise<unknown[]> {
  const text = (list: object[]): string => list.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(folder, name), text(rows));
  if (answers !== null) writeFileSync(join(folder, 'possible_answer', name), text(answers));
  const records = await readAll(join(folder, name));
  return records.map((record) => (record.kind === 'row' ? record.value : record.issue.code));
}

describe('a question of BFCL', () => {
  it('becomes a row with tools in JSON Schema and the accepted calls', async () => {
    expect(await read('a.json', [QUESTION], [ANSWER])).toEqual([
      {
        id: 'multiple_0',
        input: 'Bake two loaves',
        tools: [
          {
            name: 'oven.bake',
            description: 'Bakes',
            input_schema: {
              type: 'object',
              properties: {
                loaves: { type: 'integer' },
                heat: { type: 'number' },
                flour: { type: 'string' },
                mix: { type: 'object', properties: { salt: {} } },
                steps: {
                  type: 'array',
                  items: { type: 'object', properties: { minutes: { type: 'number' } } },
                },
                shape: { type: 'array', items: { type: 'integer' } },
              },
              required: ['loaves'],
            },
          },
        ],
        expected_calls: [
          {
            tool: 'oven.bake',
            args: {
              loaves: 2,
              heat: { $any_of: [200, 220.5] },
              flour: { $optional: { $any_of: ['rye', 'wheat'] } },
              mix: { salt: { $optional: 1 } },
              steps: [{ minutes: { $any_of: [5, 10] } }],
              shape: { $optional: [1, 2] },
              lid: { $optional: '' },
            },
          },
        ],
      },
    ]);
  });

  it('that no function fits expects no call; one whose answer is not there expects nothing', async () => {
    const question = [
      [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'Hi' },
      ],
    ];
    expect(
      await read(
        'b.jsonl',
        [
          { id: 'irrelevance_1', question, function: [] },
          { id: 'live_simple_9', question, function: [] },
        ],
        null,
      ),
    ).toEqual([
      { id: 'irrelevance_1', input: { messages: question[0] }, tools: [], expected_calls: [] },
      { id: 'live_simple_9', input: { messages: question[0] }, tools: [] },
    ]);
  });

  it('has answers that can be wrong, which is reported', async () => {
    expect(await read('c.jsonl', [QUESTION], [{ id: 'multiple_0' }])).toMatchObject([
      'ROW_NOT_OBJECT',
      { id: 'multiple_0' },
    ]);
  });

  it('is distinguished from a row that merely has a column called question', async () => {
    const row = { id: '1', question: 'Why?', function: 'f' };
    expect(await read('d.jsonl', [row], null)).toEqual([row]);
  });
});

/** The arguments of an accepted answer: of each list a value that is not "left out", inside objects too. */
function choose(values: Json, pick: (list: readonly Json[]) => Json): Json {
  const value = pick((values as readonly Json[]).filter((candidate) => candidate !== ''));
  return isJsonObject(value) ? chooseAll(value, pick) : value;
}

function chooseAll(accepted: JsonObject, pick: (list: readonly Json[]) => Json): JsonObject {
  const required = Object.entries(accepted).filter(([, values]) =>
    (values as Json[]).some((candidate) => candidate !== ''),
  );
  return Object.fromEntries(required.map(([name, values]) => [name, choose(values, pick)]));
}

const FILES = ['simple_python', 'multiple', 'parallel', 'parallel_multiple'];
const PICKS: [string, (list: readonly Json[]) => Json][] = [
  ['first', (list) => list[0]!],
  ['last', (list) => list.at(-1)!],
];

describe.each(FILES)('the recorded questions of %s', (name) => {
  const path = sharedData(`bfcl/BFCL_v4_${name}.first50.jsonl`);
  test.skipIf(path === null).each(PICKS)(
    'are answered perfectly by the %s accepted values',
    async (_, pick) => {
      const rows = await readAll(path!);
      const answers = readFileText(join(dirname(path!), 'possible_answer', basename(path!)))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; ground_truth: JsonObject[] });
      expect(rows).toHaveLength(50);
      for (const [i, row] of rows.entries()) {
        if (row.kind === 'error') throw new Error(row.issue.message);
        const calls = answers[i]!.ground_truth.flatMap((call) =>
          Object.entries(call).map(([tool, accepted]) => ({
            name: tool,
            arguments: chooseAll(accepted as JsonObject, pick),
          })),
        );
        expect(row.value.id).toBe(answers[i]!.id);
        const expected = row.value.expected_calls as unknown as ExpectedCall[];
        const trace = toTrace({ tool_calls: calls });
        const { tally, perfect } = compileScorer('tool_call_f1', { expected }).score(
          trace.calls,
          trace,
        );
        expect(perfect, `${answers[i]!.id} ${JSON.stringify(tally)}`).toBe(true);
        expect(tally.tp).toBeGreaterThan(0);
      }
    },
  );
});

const irrelevance = sharedData('bfcl/BFCL_v4_irrelevance.first50.jsonl');
test.skipIf(irrelevance === null)(
  'the recorded questions that no function fits expect no call',
  async () => {
    const rows = await readAll(irrelevance!);
    expect(rows).toHaveLength(50);
    for (const row of rows)
      expect(row).toMatchObject({ kind: 'row', value: { expected_calls: [] } });
  },
);

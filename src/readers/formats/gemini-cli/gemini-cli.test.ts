import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readLines } from '../../fixtures/reader-case.ts';
import { readTraces } from '../../read-traces.ts';
import { answer, call, header, jsonl, message } from './fixtures/lines.ts';

const START = [header('s1'), message('m0', 0, 'user', 'Go')];

async function callsOf(lines: readonly JsonObject[]): Promise<string[][]> {
  return (await readLines(lines)).map(formatCalls);
}

test('sessions of sub-agents are in the folder of their session, and follow the call that started them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-gemini-'));
  try {
    mkdirSync(join(folder, 's1'));
    const files: [string, JsonObject[]][] = [
      [
        'session-1.jsonl',
        [
          ...START,
          answer('m1', 1, '', [
            call('c1', 'codebase_investigator', {}, 'success', 2, { agentId: 'k1' }),
          ]),
          answer('m2', 3, 'ok', [call('c2', 'glob', {}, 'success', 3)]),
        ],
      ],
      [
        's1/k1.jsonl',
        [
          header('k1', { kind: 'subagent' }),
          answer('k', 1, '', [call('d1', 'read_file', {}, 'error', 2)]),
        ],
      ],
      [
        's1/k2.jsonl',
        [
          header('k2', { kind: 'subagent' }),
          answer('k', 1, '', [call('e1', 'grep', {}, 'success', 2)]),
        ],
      ],
    ];
    for (const [name, lines] of files) writeFileSync(join(folder, name), jsonl(lines));
    const inputs = files.map(([name]) => ({ path: join(folder, name), displayName: name }));
    const calls: string[][] = [];
    for await (const records of readTraces(inputs))
      for (const record of records)
        if (record.kind === 'trace') calls.push(formatCalls(record.trace));
    expect(calls).toEqual([
      [
        'codebase_investigator ok',
        'codebase_investigator:read_file error',
        'glob ok',
        'subagent:grep ok',
      ],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a turn that was stopped is taken back, and a summary takes nothing back', async () => {
  const said = answer('m1', 1, '', [call('c1', 'glob', {}, 'success', 2)]);
  const [user] = START.slice(1);
  expect(
    await callsOf([...START, said, { $set: { messages: [user!] } }, answer('m2', 3, 'ok', [])]),
  ).toEqual([[]]);
  expect(
    await callsOf([
      ...START,
      said,
      { $set: { messages: [message('n', 3, 'user', 'so far')] } },
      answer('m2', 3, 'ok', []),
    ]),
  ).toEqual([['glob ok']]);
  expect(
    await callsOf([...START, said, { $set: { messages: [] } }, answer('m2', 3, 'ok', [])]),
  ).toEqual([['glob ok']]);
});

test('a call that only a new history has counts', async () => {
  const content = [{ functionCall: { id: 'c9', name: 'glob', args: {} } }];
  const lines = [
    ...START,
    answer('m1', 1, 'ok', []),
    { $set: { messages: [{ ...answer('n', 2, '', []), content }] } },
  ];
  expect(await callsOf(lines)).toEqual([['glob']]);
});

test('a name is split where the display name has both of its parts', async () => {
  const named = (name: string, displayName: string): JsonObject =>
    call(name, name, {}, 'success', 2, { displayName });
  const calls = [
    named('mcp_a_b_c', 'b_c (a MCP Server)'),
    named('read_file', 'ReadFile'),
    named('x', 'y (a MCP Server)'),
  ];
  expect(await callsOf([...START, answer('m1', 1, '', calls)])).toEqual([
    ['a.b_c ok', 'read_file ok', 'x ok'],
  ]);
});

test('an unknown status is not a success', async () => {
  const [run] = await readLines([
    ...START,
    answer('m1', 1, 'ok', [call('c1', 'glob', {}, 'fine', 2)]),
  ]);
  expect(run?.calls.map(({ status }) => status)).toEqual([null]);
});

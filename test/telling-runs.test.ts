import type { Report } from '#core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const QUESTION = 'please cancel the reservation FDZ0T5';

/** A conversation that ends with thanks, as the messages of a chat; its first answer calls `tool`, its second `cancel`. */
const conversation = (tool: string, more = 0): object => ({
  messages: [
    { role: 'user', content: QUESTION },
    ...Array.from({ length: more + 1 }, (_, i) => [
      { role: 'assistant', content: null, tool_calls: [callOf(`a${i}`, tool)] },
      { role: 'tool', tool_call_id: `a${i}`, content: 'found' },
    ]).flat(),
    { role: 'assistant', content: 'Are you sure?' },
    { role: 'user', content: 'yes, go ahead' },
    { role: 'assistant', content: null, tool_calls: [callOf('b', 'cancel')] },
    { role: 'tool', tool_call_id: 'b', content: 'done' },
    { role: 'assistant', content: 'It is cancelled.' },
    { role: 'user', content: 'Thank you!' },
    { role: 'assistant', content: 'You are welcome.' },
  ],
});

const callOf = (id: string, name: string): object => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify({ id }) },
});

const SELECTION = `
      equal_function_sets:
        classes: [{ name: look, members: [get_reservation] }, { name: cancel, members: [cancel] }]
        expect: [{ tool_selection.precision: { ">=": 90 } }]`;
const SUITE = (rules: string): string =>
  `tests:\n  - name: support\n    traces: t.jsonl${rules.replaceAll('\n      ', '\n    ')}\n`;

describe('a run of a conversation', () => {
  it('is shown by the words before its wrong call, in every reporter', async () => {
    folder = workspace({
      'whichtool.yaml': SUITE(SELECTION),
      't.jsonl': jsonl(conversation('delete_all')),
    });
    const files = ['markdown', 'junit', 'csv', 'jsonl', 'html', 'json'];
    const reporters = files.flatMap((name) => ['--reporter', `${name}=out.${name}`]);
    const { code, stdout } = await whichtool(['run', ...reporters, '--reporter', 'terminal'], {
      cwd: folder.path,
    });
    expect(code).toBe(1);
    expect(stdout).toContain(`“${QUESTION}” → delete_all`);
    for (const name of files) {
      const text = readFileSync(join(folder.path, `out.${name}`), 'utf8');
      expect({ name, text }).toEqual({ name, text: expect.stringContaining(QUESTION) });
    }
    const [test] = (JSON.parse(readFileSync(join(folder.path, 'out.json'), 'utf8')) as Report)
      .tests;
    expect(test?.listedRuns?.[0]?.evidence).toMatchObject({ question: QUESTION });
  });

  it('is explained by the gate that it fails alone, and counted as the gate on all runs is', async () => {
    const rules = `
      usage: { expect: [{ calls.mean: { "<=": 4 } }] }`;
    folder = workspace({
      'whichtool.yaml': SUITE(rules),
      't.jsonl': jsonl(conversation('get_reservation'), conversation('get_reservation', 4)),
    });
    const { code, stdout } = await whichtool(['run', '--verbose'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain('1 gate held · 1 of 2 runs meet every gate alone');
    expect(stdout).toContain('1 run does not meet every gate alone');
    expect(stdout).toContain('“yes, go ahead” → calls.mean 6 (needs <= 4)');
    expect(stdout).not.toMatch(/\bfail/i);
  });
});

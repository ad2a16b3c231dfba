import type { Report } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SESSION = { sessionId: 's', version: '2.0.0', timestamp: '2026-01-01T00:00:00.000Z' };
const args = { q: 'x' };

/** The lines of a run that asks, searches, gets a result, and deletes. */
const LOGS: readonly (readonly [format: string, lines: readonly object[]])[] = [
  [
    'claude-code',
    [
      { type: 'user', uuid: '1', ...SESSION, message: { role: 'user', content: 'Go' } },
      {
        type: 'assistant',
        uuid: '2',
        parentUuid: '1',
        ...SESSION,
        message: {
          id: 'm1',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'search', input: args }],
        },
      },
      {
        type: 'assistant',
        uuid: '3',
        parentUuid: '2',
        ...SESSION,
        message: {
          id: 'm2',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c2', name: 'delete', input: args }],
        },
      },
    ],
  ],
  [
    'openai-chat',
    [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{"q":"x"}' } }],
      },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c2', function: { name: 'delete', arguments: '{"q":"x"}' } }],
      },
    ],
  ],
  [
    'gemini',
    [
      { role: 'user', parts: [{ text: 'Go' }] },
      { role: 'model', parts: [{ functionCall: { name: 'search', args } }] },
      { role: 'model', parts: [{ functionCall: { name: 'delete', args } }] },
    ],
  ],
];

const FLAGS = [['--allow-torn-tail'], ['--max-errors', '1']] as const;

/** The flags of a gate that a call of this tool fails. */
const forbid = (tool: string): string[] => ['--forbid', tool, '--threshold', 'forbidden.calls=0'];

const REQUIRED = ['--require', 'search', '--threshold', 'all_required_calls_made=1'];

/** Every format with every flag. */
const CASES = LOGS.flatMap(([format, lines]) =>
  FLAGS.map((flags) => ({ format, lines, flags, name: `${format} ${flags.join(' ')}` })),
);

async function score(
  text: string,
  flags: readonly string[],
): Promise<{ code: number | null; report: Report }> {
  folder = workspace({ 't.jsonl': text });
  const { code, stdout } = await whichtool(['score', 't.jsonl', '--reporter', 'json', ...flags], {
    cwd: folder.path,
  });
  return { code, report: JSON.parse(stdout) as Report };
}

describe.each(CASES)('a log of $name that breaks off in a run', ({ lines, flags }) => {
  const whole = jsonl(...lines);
  const torn = whole.slice(0, -30);

  it('does not pass by the calls before the tear', async () => {
    const { code, report } = await score(torn, [...forbid('delete'), ...flags]);
    expect(code).toBe(3);
    expect(report.totals).toMatchObject({ runs: 1, partial: 1 });
  });

  it('fails by what was seen', async () => {
    expect((await score(torn, [...forbid('search'), ...flags])).code).toBe(1);
  });

  it('passes what no further call could fail, and whole logs', async () => {
    expect((await score(torn, [...REQUIRED, ...flags])).code).toBe(0);
    folder.remove();
    expect((await score(whole, [...forbid('other'), ...flags])).code).toBe(0);
  });
});

describe.each(LOGS)('a log of %s', (_, lines) => {
  it('does not pass no_tools where its first call is torn', async () => {
    folder = workspace({
      'whichtool.yaml': 'tests:\n  - { name: t, traces: t.jsonl, no_tools: true }\n',
      't.jsonl': jsonl(...lines.slice(0, 2)).slice(0, -30),
    });
    const ran = await whichtool(['run', '--allow-torn-tail'], { cwd: folder.path });
    expect(ran.code).toBe(3);
  });

  it('does not pass with an unreadable line in the middle', async () => {
    const [first, ...rest] = lines.slice(0, 2);
    const text = `${jsonl(first)}{"role": ]\n${jsonl(...rest)}`;
    const { code, report } = await score(text, [...forbid('delete'), '--max-errors', '1']);
    expect(code).toBe(3);
    expect(report.totals).toMatchObject({ partial: 1 });
  });
});

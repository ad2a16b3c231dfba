import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, spawnWhichtool, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const HOSTILE = [
  '\u001b[31mred\u001b]52;c;aGk=\u0007',
  '\n::error::owned',
  '\r::add-mask::x',
  '  ::stop-commands::x',
  '%0A::set-output name=x::y',
  '##[error]owned',
  '##vso[task.complete]',
  '</script><img src=x onerror=alert(1)>',
  ']]>\u0000\ufffe',
  '=HYPERLINK("http://x")',
  '@org/team ![](http://x) <b>',
  '\u202egnp.exe',
  '__proto__',
  'constructor',
];

/** A suite and traces with hostile text wherever a trace or a suite can carry text. */
beforeEach(() => {
  const tests = HOSTILE.map(
    (_, i) =>
      `  - { name: t${i}, equal_function_sets: { classes: [ { name: c, members: [x] } ], expect: [ { tool_selection.f1: { "==": 100 } } ] }, tool_call_f1: { expected: [ { tool: x, args: { q: 1 } } ] }, call_checks: true }`,
  ).join('\n');
  folder = workspace({
    'whichtool.yaml': `tests:\n${tests}\nevals:\n  - { name: e, dataset: rows.jsonl, scorers: [ { type: equal_function_sets, classes: [ { name: c, members: [x] } ] } ] }\n`,
    't.jsonl': jsonl(
      ...HOSTILE.map((text, i) => ({
        test: `t${i}`,
        id: text,
        agent: text,
        score: 1,
        passed: true,
        tool_calls: [
          { name: text, server: text, arguments: { [text]: text }, id: text },
          { name: 'x', arguments: `{"${i}` },
        ],
        tools: [
          {
            name: 'x',
            description: text,
            input_schema: { properties: { [text]: { const: text } }, required: [text] },
          },
        ],
        metadata: { [text]: text },
      })),
      ...HOSTILE.map((text) => ({ case: text, tool_calls: [{ name: text }] })),
    ),
    'rows.jsonl': jsonl(...HOSTILE.map((text) => ({ id: text, note: text }))),
  });
});

const run = (reporter: string, env: Record<string, string> = {}): ReturnType<typeof whichtool> =>
  whichtool(['run', '--traces', 't.jsonl', '--reporter', reporter], { cwd: folder.path, env });

describe('text from a trace', () => {
  it.each(['terminal', 'github', 'markdown', 'junit', 'csv'])(
    'puts no control character into %s',
    async (reporter) => {
      const { code, stdout, stderr } = await run(reporter, { GITHUB_ACTIONS: 'true' });
      expect(code).toBe(1);
      expect(stderr).toBe('');
      expect(stdout).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      );
    },
  );

  it('starts no workflow command but ours, in colour neither', async () => {
    for (const reporter of ['terminal', 'markdown', 'github']) {
      const { stdout } = await run(reporter, { FORCE_COLOR: '1', NO_COLOR: '' });
      const commands = stdout
        .split('\n')
        .filter((line) => /^\s*(\u001b\[\d+m)*\s*(::|##)/.test(line));
      const ours =
        reporter === 'github'
          ? /^::(error|warning|notice) (file=|title=)|^::(group|endgroup)::/
          : /^## /;
      for (const line of commands) expect(line).toMatch(ours);
    }
  });

  it('gives JUnit that a strict parser reads', async () => {
    const { stdout } = await run('junit');
    expect(() =>
      execFileSync('xmllint', ['--noout', '-'], { input: stdout, stdio: 'pipe' }),
    ).not.toThrow();
  });

  it('cannot forge a verdict, and counts tools named like object members', async () => {
    const { stdout } = await run('json');
    const report = JSON.parse(stdout) as Report;
    expect(report.verdict).toBe('fail');
    for (const test of report.tests) expect(test.scores[0]?.tally).toEqual({ tp: 1, fp: 1, fn: 0 });
    expect(report.tests.at(-2)?.scores[0]?.unexpected).toEqual(['__proto__.__proto__']);
    expect(report.totals.cases).toMatchObject({ fail: HOSTILE.length });
  });
});

it('opens no socket', async () => {
  const { code, stdout } = await spawnWhichtool(
    ['run', '--traces', 't.jsonl', '--reporter', 'json'],
    {
      cwd: folder.path,
      nodeArgs: [
        '--import',
        `data:text/javascript,import net from 'node:net'; import dgram from 'node:dgram'; net.Socket.prototype.connect = dgram.createSocket = () => { throw new Error('network') };`,
      ],
      env: { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' },
    },
  );
  expect(code).toBe(1);
  expect(stdout.length).toBeGreaterThan(100);
});

it('prints JSON on a terminal without characters that control it, and the exact bytes elsewhere', async () => {
  const odd = 'a\u009b31m\u202eb\u2066c\u200b';
  folder.write('odd.jsonl', jsonl({ id: odd, tool_calls: [{ name: odd, arguments: { q: odd } }] }));
  const TERMINAL = 'data:text/javascript,process.stdout.isTTY = true';
  for (const args of [
    ['convert', 'odd.jsonl', '--to', 'native'],
    ['score', 'odd.jsonl', '--require', 'x', '--reporter', 'json'],
    ['score', 'odd.jsonl', '--require', 'x', '--reporter', 'jsonl'],
    ['inspect', 'odd.jsonl', '--json'],
    ['drift', 'odd.jsonl', 'odd.jsonl', '--json'],
  ]) {
    const piped = await whichtool(args, { cwd: folder.path });
    const shown = await spawnWhichtool(args, {
      cwd: folder.path,
      nodeArgs: ['--import', TERMINAL],
    });
    expect(piped.stdout).toContain('\u009b');
    expect(shown.stdout).not.toMatch(/[\u0080-\u009f\u200b\u202e\u2066]/);
    const parse = (text: string): unknown[] =>
      args.includes('jsonl') || args[0] === 'convert'
        ? text
            .trimEnd()
            .split('\n')
            .map((line): unknown => JSON.parse(line))
        : [JSON.parse(text)];
    expect(parse(shown.stdout)).toEqual(parse(piped.stdout));
  }
});

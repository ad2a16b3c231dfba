import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CLI, workspace } from './support/cli.ts';
import { BAD, GOOD, SUITE } from './support/research.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

/** Starts watching; `seen` waits until a text was printed and the next change is waited for. */
function watch(...flags: readonly string[]): {
  child: ChildProcess;
  seen: (text: string) => Promise<void>;
} {
  const child = spawn(process.execPath, [CLI, 'run', '--watch', ...flags], {
    cwd: folder.path,
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  let wake = (): void => {};
  const listen = (text: string): void => {
    output += text;
    wake();
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  const seen = async (text: string): Promise<void> => {
    while (!(output.includes(text) && output.lastIndexOf('watching') > output.lastIndexOf(text))) {
      await new Promise<void>((done) => (wake = done));
    }
    output = '';
  };
  return { child, seen };
}

it('runs again when a trace or the suite changes, survives a broken suite, and ends with Ctrl-C', async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'traces/t.json': GOOD });
  const { child, seen } = watch('--traces', 'traces/t.json');
  await seen('✓ PASS');
  folder.write('traces/t.json', BAD);
  await seen('✗ FAIL');
  folder.write('whichtool.yaml', SUITE.replace('equal_function_sets', 'equal_function_set'));
  await seen('SUITE_UNKNOWN_KEY');
  folder.write('whichtool.yaml', SUITE.replace('80', '50'));
  await seen('✓ PASS');
  child.kill('SIGINT');
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
});

it('makes a run again only when what it depends on changes', async () => {
  const suite = (prompt: string, gate: string): string => `
agents:
  a: { command: [node, made/agent.mjs] }
tests:
  - name: t
    agent: a
    prompt: ${prompt}
    function_call_coverage:
      function_calls: [x]
      expect: [{ all_required_calls_made: { ">=": ${gate} } }]
`;
  const agent = `import { appendFileSync } from 'node:fs';
appendFileSync('made/runs.log', 'run ');
console.log(JSON.stringify({ tool_calls: [{ name: 'x' }] }));
`;
  folder = workspace({
    'package.json': '{}',
    'whichtool.yaml': suite('one', '0.5'),
    'made/agent.mjs': agent,
  });
  const made = (): string => readFileSync(join(folder.path, 'made/runs.log'), 'utf8').trim();
  const { child, seen } = watch();
  await seen('needs >= 50 %');
  folder.write('whichtool.yaml', suite('one', '0.6'));
  await seen('needs >= 60 %');
  expect(made()).toBe('run');
  folder.write('whichtool.yaml', suite('two', '0.7'));
  await seen('needs >= 70 %');
  expect(made()).toBe('run run');
  child.kill('SIGINT');
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
});

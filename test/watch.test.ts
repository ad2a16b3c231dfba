import { spawn } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { CLI, workspace } from './support/cli.ts';
import { BAD, GOOD, SUITE } from './support/research.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

it('runs again when a trace or the suite changes, survives a broken suite, and ends with Ctrl-C', async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'traces/t.json': GOOD });
  const child = spawn(process.execPath, [CLI, 'run', '--watch', '--traces', 'traces/t.json'], {
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
  /** Waits until the text was printed and the next change is waited for. */
  const seen = async (text: string): Promise<void> => {
    while (!(output.includes(text) && output.lastIndexOf('watching') > output.lastIndexOf(text))) {
      await new Promise<void>((done) => (wake = done));
    }
    output = '';
  };
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

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CLI } from './support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-python-'));
cpSync('examples/pytest', folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

const hasPython = spawnSync('python3', ['--version']).status === 0;
const PROGRAM = 'import test_tools; test_tools.test_the_agent_picks_the_right_tools(); print("ok")';

function runTest(): { status: number | null; text: string } {
  const env = { ...process.env, WHICHTOOL: `${process.execPath} ${CLI}` };
  const done = spawnSync('python3', ['-c', PROGRAM], { cwd: folder, env, encoding: 'utf8' });
  return { status: done.status, text: done.stdout + done.stderr };
}

it.skipIf(!hasPython)('passes, fails and errs in Python as on the command line', () => {
  expect(runTest()).toEqual({ status: 0, text: 'ok\n' });
  // The search is missed, and shell is not expected.
  const trace = join(folder, 'traces', 'run-1.json');
  writeFileSync(trace, '{"tool_calls":[{"name":"shell"},{"name":"http_get"}]}');
  const failed = runTest();
  expect(failed.status).toBe(1);
  expect(failed.text).toContain("missed ['search'], unexpected ['shell']");
  writeFileSync(trace, '{"tool_calls":[');
  expect(runTest().text).toContain('RuntimeError: whichtool ended with');
});

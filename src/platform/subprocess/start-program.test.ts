import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { allowedEnvironment } from './allowed-environment.ts';
import { type Program, startProgram } from './start-program.ts';

const WORLD = { cwd: process.cwd(), env: allowedEnvironment() };

/** Starts a script of Node's and ends it with the test. */
async function start(script: string): Promise<Program> {
  const program = await startProgram(process.execPath, ['-e', script], WORLD);
  onTestFinished(() => program.kill());
  return program;
}

async function firstLine(stdout: NodeJS.ReadableStream): Promise<string> {
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return line;
}

/** Whether a process runs: one that has ended and waits to be collected does not. */
function runs(id: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** A script that starts another one, prints the ids of both, and ignores signals. */
const TREE = (ignored: readonly string[]): string => `
  const deaf = ${JSON.stringify(ignored.map((signal) => `process.on('${signal}', () => {});`).join(''))};
  const { spawn } = require('node:child_process');
  eval(deaf);
  const child = spawn(process.execPath, ['-e', deaf + 'setInterval(() => {}, 1000); console.log(1)'], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => console.log(process.pid + ' ' + child.pid));
  setInterval(() => {}, 1000);
`;

it('passes arguments without a shell', async () => {
  const words = ['a b', '"', '$HOME', '%PATH%', '&', 'x\ny', '*'];
  const program = await startProgram(
    process.execPath,
    ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...words],
    WORLD,
  );
  expect(JSON.parse(await firstLine(program.stdout))).toEqual(words);
  expect(await program.ended).toEqual({ code: 0, signal: null });
});

it('tells a program only what the list and its declaration allow', async () => {
  vi.stubEnv('WHICHTOOL_CANARY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = await startProgram(
    process.execPath,
    ['-e', 'console.log(JSON.stringify(process.env))'],
    { cwd: process.cwd(), env: allowedEnvironment({ GIVEN: 'yes' }) },
  );
  const env = JSON.parse(await firstLine(program.stdout)) as Record<string, string>;
  const entry = new Set(['GIVEN', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']);
  expect(Object.keys(env).filter((name) => !entry.has(name))).toEqual([]);
  expect(env['GIVEN']).toBe('yes');
});

it('rejects where there is no such program', async () => {
  await expect(startProgram('no-such-program', [], WORLD)).rejects.toThrow('ENOENT');
});

it('ends a program that listens to the end of its input at once', async () => {
  const program = await start('process.stdin.resume()');
  expect(await program.end()).toBe(true);
  expect(await program.ended).toEqual({ code: 0, signal: null });
});

it.each([[[]], [['SIGTERM']]])('ends a whole tree that is deaf to %j', async (ignored) => {
  const program = await start(TREE(ignored));
  const ids = (await firstLine(program.stdout)).split(' ').map(Number);
  expect(ids.map(runs)).toEqual([true, true]);
  expect(await program.end(200)).toBe(true);
  expect(ids.map(runs)).toEqual([false, false]);
});

it('ends what a program left behind when it ended by itself', async () => {
  const program = await start(`${TREE([])} setTimeout(() => process.exit(7), 300)`);
  const [, child = 0] = (await firstLine(program.stdout)).split(' ').map(Number);
  expect(await program.ended).toEqual({ code: 7, signal: null });
  expect(runs(child)).toBe(true);
  expect(await program.end()).toBe(true);
  expect(runs(child)).toBe(false);
});

it('keeps the last 64 KiB of stderr', async () => {
  const program = await start(
    'process.stderr.write("x".repeat(1e6)); process.stderr.write("the end")',
  );
  await program.ended;
  expect(program.stderrTail()).toHaveLength(65_536);
  expect(program.stderrTail().endsWith('xthe end')).toBe(true);
});

/** Another process that starts a deaf tree and prints the ids of it. */
async function startParent(): Promise<{ parent: ChildProcess; ids: number[] }> {
  const script = `
    import { createJiti } from 'jiti';
    const { startProgram } = await createJiti(import.meta.url).import(${JSON.stringify(
      new URL('start-program.ts', import.meta.url).pathname,
    )});
    const program = await startProgram(process.execPath, ['-e', ${JSON.stringify(TREE(['SIGTERM']))}],
      { cwd: '.', env: process.env });
    program.stdout.pipe(process.stdout);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { parent, ids: (await firstLine(parent.stdout)).split(' ').map(Number) };
}

it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
  'ends all programs after we ended by %s',
  async (signal) => {
    const { parent, ids } = await startParent();
    expect(ids.map(runs)).toEqual([true, true]);
    parent.kill(signal);
    await vi.waitFor(() => expect(ids.map(runs)).toEqual([false, false]), { timeout: 60_000 });
  },
);

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runInHost } from './cli-hosts.ts';

export const CLI: string = resolve(import.meta.dirname, '../../dist/cli.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands that hand their streams to another program, or run until they are stopped. */
const OWN_PROCESS = /^(?:capture|label page|mcp|serve)\b/;

/**
 * Runs the built command line in a process that runs one after the other, as a start costs most of a short command.
 * `hosted-cli.test.ts` proves that this makes no difference.
 */
export async function whichtool(args: readonly string[], options: RunOptions): Promise<Ran> {
  if (OWN_PROCESS.test(args.slice(0, 2).join(' '))) return await spawnWhichtool(args, options);
  const { cwd, input = '' } = options;
  return await runInHost({ args, cwd, env: environment(options), input });
}

/** Runs the built command line as a user would: in a process of its own. */
export async function spawnWhichtool(
  args: readonly string[],
  options: RunOptions & { readonly nodeArgs?: readonly string[] },
): Promise<Ran> {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), CLI, ...args], {
    cwd: options.cwd,
    env: environment(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout, stderr };
}

function environment({ env = {} }: RunOptions): NodeJS.ProcessEnv {
  const {
    FORCE_COLOR: _,
    GITHUB_ACTIONS: __,
    GITHUB_STEP_SUMMARY: ___,
    COLUMNS: ____,
    ...inherited
  } = process.env;
  return { ...inherited, NO_COLOR: '1', ...env };
}

/** A folder of its own for a test, with these files in it; removed by `remove`. */
export function workspace(files: Readonly<Record<string, string>>): {
  path: string;
  write(name: string, text: string): void;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'whichtool-test-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Lines of JSON. */
export function jsonl(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

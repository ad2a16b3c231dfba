import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const CLI: string = resolve(import.meta.dirname, '../../dist/cli.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as a user would. */
export async function whichtool(
  args: readonly string[],
  options: {
    cwd: string;
    input?: string;
    env?: Record<string, string>;
    nodeArgs?: readonly string[];
  },
): Promise<Ran> {
  const {
    FORCE_COLOR: _,
    GITHUB_ACTIONS: __,
    GITHUB_STEP_SUMMARY: ___,
    COLUMNS: ____,
    ...inherited
  } = process.env;
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), CLI, ...args], {
    cwd: options.cwd,
    env: { ...inherited, NO_COLOR: '1', ...options.env },
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

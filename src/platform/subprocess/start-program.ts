import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ByteTail } from './byte-tail.ts';
import { isGroupGone } from './is-group-gone.ts';
import { signalGroup } from './signal-group.ts';
import { forgetGroup, watchGroup } from './watchdog.ts';

const STDERR_TAIL_BYTES = 64 * 1024;
const MAX_PAUSE_MS = 80;

/** How a program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that was started, with all that it starts itself. */
export interface Program {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the program itself has ended and its output was read. */
  readonly ended: Promise<ProgramEnd>;
  /** The last 64 KiB of its stderr. */
  stderrTail(): string;
  /** Kills the whole group at once. */
  kill(): void;
  /** Closes its input, then asks and then forces the whole group to end. Whether nothing of it is left. */
  end(graceMs?: number): Promise<boolean>;
}

/**
 * Starts a program without a shell in a process group of its own, which ends with us even after kill -9.
 * Rejects where it cannot be started.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Program> {
  // Asked for here: most commands start no program, and the module takes time to load.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(command, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) watchGroup(child.pid);
  // A program that ends without reading its input is not our failure.
  child.stdin.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject);
  });
  return new StartedProgram(child, child.pid as number);
}

class StartedProgram implements Program {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly ended: Promise<ProgramEnd>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #group: number;
  readonly #stderr = new ByteTail(STDERR_TAIL_BYTES);
  #ending: Promise<boolean> | null = null;
  /** Once nothing is left, the number of the group may be given to another one. */
  #isGone = false;

  constructor(child: ChildProcessWithoutNullStreams, group: number) {
    this.#child = child;
    this.#group = group;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    child.on('error', () => {});
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.add(chunk));
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
      // What it started may hold its output open for ever.
      child.once('exit', (code, signal) => {
        this.#look();
        setTimeout(() => resolve({ code, signal }), 500).unref();
      });
    });
  }

  stderrTail(): string {
    return this.#stderr.text();
  }

  kill(): void {
    if (!this.#isGone) signalGroup(this.#group, 'SIGKILL');
  }

  end(graceMs = 2000): Promise<boolean> {
    this.#ending ??= this.#end(graceMs);
    return this.#ending;
  }

  async #end(graceMs: number): Promise<boolean> {
    this.#child.stdin.end();
    await until(() => this.#hasEnded(), graceMs);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (this.#look()) break;
      signalGroup(this.#group, signal);
      await until(() => this.#look(), graceMs);
    }
    // Pipes that a process outside the group still holds would keep us alive.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    return this.#look();
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #look(): boolean {
    if (!this.#isGone && this.#hasEnded() && isGroupGone(this.#group)) {
      this.#isGone = true;
      forgetGroup(this.#group);
    }
    return this.#isGone;
  }
}

async function until(holds: () => boolean, longestMs: number): Promise<void> {
  for (let waitedMs = 0, nextMs = 5; waitedMs < longestMs && !holds(); waitedMs += nextMs) {
    nextMs = Math.min(nextMs * 2, MAX_PAUSE_MS);
    await new Promise((resolve) => {
      setTimeout(resolve, nextMs);
    });
  }
}

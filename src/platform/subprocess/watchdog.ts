import type { ChildProcess } from 'node:child_process';
import { allowedEnvironment } from './allowed-environment.ts';
import { WATCHDOG } from './watchdog.generated.ts';

const groups = new Set<number>();
let watchdog: ChildProcess | null = null;

/** Sees to it that this group ends with us, however we end. */
export function watchGroup(id: number): void {
  groups.add(id);
  if (watchdog === null) start();
  else tell(`+${id}\n`);
}

/** Forgets a group that has ended: its number may be given to another one. */
export function forgetGroup(id: number): void {
  if (groups.delete(id)) tell(`-${id}\n`);
}

function start(): void {
  // Asked for here: most commands start no program, and the module takes time to load.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, ['-e', WATCHDOG], {
    // In a group of its own, so that Ctrl-C does not reach it.
    detached: true,
    windowsHide: true,
    env: allowedEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog = child;
  const forget = (): void => {
    if (watchdog === child) watchdog = null;
  };
  child.on('error', forget).on('exit', forget);
  child.stdin.on('error', forget);
  // It must not keep us alive: a pipe is a socket in Node.
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  for (const id of groups) tell(`+${id}\n`);
}

function tell(line: string): void {
  watchdog?.stdin?.write(line);
}

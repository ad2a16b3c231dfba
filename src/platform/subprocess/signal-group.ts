/** Sends a signal to a program and to all that it started; false where nothing of it runs any more. */
export function signalGroup(id: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (process.platform !== 'win32') return reaches(-id, signal);
  // Windows has no groups: taskkill follows the tree of parents, and ends it at once. Only there is the module loaded,
  // so that the watchdog starts faster elsewhere.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  spawnSync('taskkill', ['/pid', String(id), '/t', '/f'], { stdio: 'ignore' });
  return true;
}

/** Whether a process, or a group where the number is negative, takes a signal; 0 only tests that. */
export function reaches(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

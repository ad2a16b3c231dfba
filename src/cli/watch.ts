import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { explainFailure } from './explain-failure.ts';
import { type RunFlags, runOnce } from './run-once.ts';

/** Runs again whenever something in a folder of the suites, datasets or traces changes; ends with Ctrl-C. */
export async function watch(paths: readonly string[], flags: RunFlags): Promise<number> {
  let code = 0;
  let folders = new Set(paths.map((path) => dirname(resolve(path))));
  if (paths.length === 0) folders.add(process.cwd());
  for (;;) {
    try {
      const ran = await runOnce(paths, flags);
      code = ran.code;
      folders = new Set([
        ...ran.suites.flatMap(({ path, folder, tests, evals }) => [
          dirname(resolve(path)),
          ...[...tests, ...evals].flatMap((plan) =>
            (plan.traces ?? []).map((trace) => dirname(resolve(folder, trace))),
          ),
          ...evals.map((plan) => dirname(plan.dataset)),
        ]),
        ...(flags.traces ?? []).map((trace) => dirname(resolve(trace))),
      ]);
    } catch (error) {
      code = await explainFailure(error);
    }
    process.stderr.write('watching for changes, Ctrl-C to stop\n');
    if ((await nextChange(folders)) === 'stopped') return code;
  }
}

/** Waits for a change, and then until the folder has been quiet for a moment. */
async function nextChange(folders: ReadonlySet<string>): Promise<'changed' | 'stopped'> {
  return await new Promise((settle) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = (how: 'changed' | 'stopped'): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      process.off('SIGINT', stop);
      settle(how);
    };
    const stop = (): void => end('stopped');
    process.on('SIGINT', stop);
    for (const folder of folders) {
      try {
        const watcher = watchFolder(folder, () => {
          clearTimeout(timer);
          timer = setTimeout(() => end('changed'), 100);
        });
        watcher.on('error', () => {});
        watchers.push(watcher);
      } catch {
        // A folder that is not there (yet) cannot be watched.
      }
    }
  });
}

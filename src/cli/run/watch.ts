import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isSourceUrl } from '#core';

import { datasetPath, exitCodeOfSignal, forgetDatasets } from '#run';
import type { Suite } from '#suite';
import { parseOutputs } from '../output/deliver.ts';
import { explainFailure } from '../output/explain-failure.ts';
import { type RunFlags, runOnce } from './run-once.ts';

/** Runs again whenever a suite, dataset or trace changes; ends with Ctrl-C and the last exit code. */
export async function watch(paths: readonly string[], flags: RunFlags): Promise<number> {
  const outputs = parseOutputs(flags.reporter).flatMap(({ file }) =>
    file === null ? [] : [resolve(file)],
  );
  const changes = new Changes(outputs);
  const folders = [...paths, ...(flags.traces ?? [])].map((path) => dirname(resolve(path)));
  changes.follow(paths.length === 0 ? [process.cwd(), ...folders] : folders);
  let code = 0;
  for (;;) {
    try {
      forgetDatasets();
      // Every save of a file runs again: that is not worth a history, and runs that are made are made once.
      const ran = await runOnce(paths, { ...flags, watch: true, history: false });
      code = ran.code;
      changes.follow(ran.suites.flatMap((suite) => foldersOf(suite, flags.dataset ?? null)));
    } catch (error) {
      code = await explainFailure(error);
    }
    process.stderr.write('watching for changes, Ctrl-C to stop\n');
    if ((await changes.next()) === 'stopped') return code;
  }
}

function foldersOf(suite: Suite, dataset: string | null): readonly string[] {
  const { path, folder, tests, evals } = suite;
  const files = [
    ...[...tests, ...evals].flatMap(({ traces }) => traces ?? []),
    ...tests.flatMap(({ sharedTraces }) => sharedTraces ?? []),
    ...evals.map((plan) => datasetPath(dataset, plan.dataset, suite, process.cwd())),
  ].filter((file) => !isSourceUrl(file));
  return [dirname(resolve(path)), ...files.map((file) => dirname(resolve(folder, file)))];
}

/** Changes in folders, also those between two waits. */
class Changes {
  /** Files that a run writes itself. */
  readonly #outputs: ReadonlySet<string>;
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = false;
  #stopped = false;
  #wake: (() => void) | null = null;
  /** Ctrl-C is heard during a run, too: it ends after it, and a second one ends it at once. */
  readonly #stop = (): void => {
    if (this.#stopped) process.exit(exitCodeOfSignal('SIGINT'));
    this.#stopped = true;
    this.#wake?.();
  };

  constructor(outputs: readonly string[]) {
    this.#outputs = new Set(outputs);
    process.on('SIGINT', this.#stop);
  }

  follow(folders: readonly string[]): void {
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      try {
        const watcher = watchFolder(folder, (_, name) => this.#notice(folder, name));
        watcher.on('error', () => {});
        this.#watchers.set(folder, watcher);
      } catch {
        // A folder that is not there (yet) cannot be watched.
      }
    }
  }

  #notice(folder: string, name: string | null): void {
    if (
      name !== null &&
      (/^\.whichtool-.*\.tmp$/.test(name) || this.#outputs.has(join(folder, name)))
    )
      return;
    this.#changed = true;
    this.#wake?.();
  }

  /** Waits for a change, and then until there has been none for a moment. */
  async next(): Promise<'changed' | 'stopped'> {
    await new Promise<void>((settle) => {
      let timer: NodeJS.Timeout | undefined;
      this.#wake = () => {
        clearTimeout(timer);
        if (this.#stopped) settle();
        else timer = setTimeout(settle, 100);
      };
      if (this.#changed || this.#stopped) this.#wake();
    });
    this.#wake = null;
    this.#changed = false;
    if (!this.#stopped) return 'changed';
    process.off('SIGINT', this.#stop);
    for (const watcher of this.#watchers.values()) watcher.close();
    return 'stopped';
  }
}

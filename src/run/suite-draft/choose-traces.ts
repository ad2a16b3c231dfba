import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Issue, isSourceUrl, UserError, withoutCredentials } from '#core';
import { displayPath, expandPaths, findProjectFiles } from '#platform';
import { detectTraces } from '#readers';
import { runError } from '../issues/run-codes.ts';
import { isSuiteName } from '../load-suites.ts';

/** A file that contains traces. */
export interface TraceFile {
  readonly path: string;
  readonly format: string;
}

/** The files that a suite is to be drafted from. */
export interface ChosenTraces {
  readonly files: readonly TraceFile[];
  /** Files that were looked at and contain no trace. */
  readonly others: readonly string[];
  /** Whether the user named them. */
  readonly isNamed: boolean;
  /** Whether a search was ended before it saw the whole project. */
  readonly isCut: boolean;
}

/** The traces of a project: files that look like traces, as far as a bounded search finds them. */
export async function searchTraces(folder: string): Promise<ChosenTraces> {
  const { paths, isCut } = await findProjectFiles(folder, (names) => names.some(isSuiteName));
  return { ...(await sortOut(paths, folder)), isNamed: false, isCut };
}

/**
 * The traces that a user named: files, folders and globs. Null where the only path is none of traces: it is then the folder
 * to write to. Throws a UserError where a path cannot be used.
 */
export async function chooseTraces(
  named: readonly string[],
  cwd: string,
): Promise<ChosenTraces | null> {
  const sources = named.filter((path) => path === '-' || isSourceUrl(path));
  if (sources.length > 0)
    throw runError(
      'INIT_TRACES',
      `${sources.map(withoutCredentials).join(', ')}: a suite needs traces in files`,
      {
        hint: 'save them first: whichtool convert <source> --out traces/runs.jsonl',
      },
    );
  const { paths, issues } = await expandPaths(named, cwd);
  const [only = ''] = named;
  const canBeFolder = named.length === 1 && mayBeFolder(resolve(cwd, only));
  const errors = issues.filter(({ severity }: Issue) => severity === 'error');
  if (errors.length > 0) {
    if (canBeFolder) return null;
    throw new UserError(errors);
  }
  const chosen = await sortOut(paths, cwd);
  if (chosen.files.length > 0) return { ...chosen, isNamed: true, isCut: false };
  if (canBeFolder) return null;
  throw runError('INIT_TRACES', `there is no trace in ${named.join(', ')}`, {
    hint: 'whichtool inspect says what is wrong with a file; docs/formats lists what is read',
  });
}

/** A folder, or a name without an ending that leads nowhere yet. */
function mayBeFolder(path: string): boolean {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    return existing === undefined ? !/[.*?[\]{}][^/\\]*$/.test(path) : existing.isDirectory();
  } catch {
    // What cannot be looked at cannot be written to.
    return false;
  }
}

async function sortOut(
  paths: readonly string[],
  root: string,
): Promise<Pick<ChosenTraces, 'files' | 'others'>> {
  const files: TraceFile[] = [];
  const others: string[] = [];
  for (const path of paths) {
    const format = await detectTraces({ path, displayName: displayPath(path, root) });
    if (format === null) others.push(path);
    else files.push({ path, format });
  }
  return { files, others };
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Issue, isSourceUrl, UserError, withoutCredentials } from '#core';
import { displayPath, expandPaths, findProjectFiles } from '#platform';
import { detectTraces, isWarehouseUrl, openWarehouse } from '#readers';
import { runError } from '../issues/run-codes.ts';
import { isSuiteName } from '../load-suites.ts';

/** A file that contains traces, or a table of a database. */
export interface TraceFile {
  /** Of a table its address, without credentials. */
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
 * The traces that a user named: files, folders, globs and tables of databases. Null where the only path is none of traces: it is then the folder
 * to write to. Throws a UserError where a path cannot be used.
 */
export async function chooseTraces(
  named: readonly string[],
  cwd: string,
): Promise<ChosenTraces | null> {
  rejectSources(named);
  const tables = await describeTables(named.filter(isWarehouseUrl));
  const { paths, issues } = await expandPaths(
    named.filter((path) => !isWarehouseUrl(path)),
    cwd,
  );
  const [only = ''] = named;
  const canBeFolder = named.length === 1 && tables.length === 0 && mayBeFolder(resolve(cwd, only));
  const errors = issues.filter(({ severity }: Issue) => severity === 'error');
  if (errors.length > 0) {
    if (canBeFolder) return null;
    throw new UserError(errors);
  }
  const chosen = await sortOut(paths, cwd);
  const files = [...chosen.files, ...tables];
  if (files.length > 0) return { ...chosen, files, isNamed: true, isCut: false };
  if (canBeFolder) return null;
  throw runError('INIT_TRACES', `there is no trace in ${named.join(', ')}`, {
    hint: 'whichtool inspect says what is wrong with a file; docs/formats lists what is read',
  });
}

/** Throws a UserError where traces cannot be read again, or would be named with credentials. */
function rejectSources(named: readonly string[]): void {
  const sources = named.filter(
    (path) => path === '-' || (isSourceUrl(path) && !isWarehouseUrl(path)),
  );
  if (sources.length > 0)
    throw runError(
      'INIT_TRACES',
      `${sources.map(withoutCredentials).join(', ')}: init reads traces twice and names them in the suite, so it needs files or tables`,
      {
        hint: 'save some first: whichtool convert "<source>?limit=1000" --out traces/runs.jsonl',
      },
    );
  const secret = named.find((path) => isWarehouseUrl(path) && withoutCredentials(path) !== path);
  if (secret !== undefined)
    throw runError(
      'INIT_TRACES',
      `${withoutCredentials(secret)}: a suite names its traces without credentials`,
      {
        hint: 'leave them out, and set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, or PGUSER and PGPASSWORD',
      },
    );
}

/** Tables by what they are read as. Throws a UserError where one cannot be described. */
async function describeTables(addresses: readonly string[]): Promise<readonly TraceFile[]> {
  const tables: TraceFile[] = [];
  for (const path of addresses) {
    const table = await openWarehouse(path);
    await table.close();
    tables.push({ path, format: table.store.title });
  }
  return tables;
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

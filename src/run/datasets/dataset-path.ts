import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { suggest, UserError, isSourceUrl } from '#core';
import { findVersion, isSampleFolder, listVersions, newestVersion, versionFile } from '#dataset';
import { explainMissing, fileError, insideRoot } from '#platform';
import { type Suite, suiteError } from '#suite';
import { runError } from '../issues/run-codes.ts';

/** The folder below a suite's root whose files are datasets by name. */
const FOLDER = 'datasets';

/** Files of rows. */
const ROWS = /\.(?:jsonl?|ndjson|csv)(?:\.gz|\.zst)?$/i;

/** A version's id, or how it begins. */
const VERSION = /^[0-9a-f]{4,16}$/;

/**
 * The rows of an eval: those that `--dataset` names, otherwise those of the suite. Each is a file, a committed version,
 * a name, or `langsmith://name`. Throws a UserError where nothing, or more than one dataset, has the name.
 */
export function datasetPath(
  flag: string | null,
  planned: string,
  suite: Pick<Suite, 'root' | 'folder' | 'locate'>,
  cwd: string,
): string {
  if (flag !== null) return isSourceUrl(flag) ? flag : find(flag, cwd, suite.root);
  if (planned === '' || isSourceUrl(planned)) return planned;
  try {
    return plannedPath(planned, suite);
  } catch (error) {
    const place = suite.locate?.(planned) ?? null;
    if (!(error instanceof UserError) || place === null) throw error;
    throw new UserError(error.issues.map((issue) => ({ ...issue, ...place })));
  }
}

function plannedPath(planned: string, { root, folder }: Pick<Suite, 'root' | 'folder'>): string {
  const written = relative(folder, planned);
  const path = find(written, folder, root);
  if (path !== planned && !insideRoot(path, root))
    throw suiteError('SUITE_PATH_OUTSIDE', `${path} leads out of the root of the suite`);
  if (existsSync(path)) return path;
  const missing = { pattern: written, cwd: folder, kind: 'path', filePattern: ROWS } as const;
  const { hint } = explainMissing(missing);
  throw fileError('FILE_NOT_FOUND', `${written}: no such file`, { hint });
}

function find(written: string, base: string, root: string): string {
  const path = resolve(base, written);
  if (isFile(path)) return path;
  const paths = new Set(candidates(written, path, root));
  const [only] = paths;
  if (only !== undefined && paths.size === 1) return only;
  if (paths.size > 1) {
    const message = `"${written}" names ${paths.size} datasets: ${[...paths].map((candidate) => relative(root, candidate)).join(', ')}`;
    throw runError('DATASET_AMBIGUOUS', message, { hint: 'give the path of the file or version' });
  }
  // A path is reported as missing where it is opened.
  if (!isName(written) || existsSync(path)) return path;
  const near = suggest(written, namesBelow(root));
  const places = `${written}, ${FOLDER}/${written}.jsonl, and a sample folder or version of that name`;
  throw runError(
    'DATASET_NOT_FOUND',
    `there is no dataset "${written}" below ${root}: looked for ${places}`,
    { hint: near === null ? 'give the path of a file of rows' : `did you mean "${near}"?` },
  );
}

/** Every dataset that is meant by something that is not a file. */
function* candidates(written: string, path: string, root: string): Generator<string> {
  const version = versionFile(path);
  if (version !== null) yield version;
  const parent = dirname(path);
  const id = basename(path);
  // `orders/3f2a`: a version of a sample folder.
  if (!isName(written) && VERSION.test(id) && isSampleFolder(parent))
    yield rowsOf(parent, findVersion(parent, id).id);
  if (!isName(written)) {
    if (isSampleFolder(path)) yield newestOf(path);
    return;
  }
  const file = join(root, FOLDER, `${written}.jsonl`);
  if (isFile(file)) yield file;
  const folders = [path, join(root, written), join(root, FOLDER, written)];
  for (const folder of new Set(folders)) if (isSampleFolder(folder)) yield newestOf(folder);
  if (!VERSION.test(written)) return;
  for (const folder of sampleFolders(root)) {
    for (const storedVersion of listVersions(folder)) {
      const name = storedVersion.ok ? storedVersion.version.id : storedVersion.id;
      if (name.startsWith(written)) yield rowsOf(folder, findVersion(folder, name).id);
    }
  }
}

function newestOf(folder: string): string {
  return rowsOf(folder, newestVersion(folder).id);
}

function rowsOf(folder: string, id: string): string {
  return versionFile(join(folder, 'versions', id)) as string;
}

function isName(written: string): boolean {
  return !/[/\\]|\.(?:jsonl?|csv|ndjson)$/i.test(written);
}

/** Sample folders where names are looked for: directly below the root, and in `datasets`. */
function sampleFolders(root: string): readonly string[] {
  return [root, join(root, FOLDER)].flatMap((folder) =>
    entriesOf(folder)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
      .filter(isSampleFolder),
  );
}

function namesBelow(root: string): readonly string[] {
  const files = entriesOf(join(root, FOLDER)).map(({ name }) => name);
  return [
    ...files.filter((name) => name.endsWith('.jsonl')).map((name) => basename(name, '.jsonl')),
    ...sampleFolders(root).map((folder) => basename(folder)),
  ];
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

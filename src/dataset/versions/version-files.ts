import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isJsonObject, type Issue, type JsonObject, parseJson, UserError } from '#core';
import {
  errorCode,
  type FileOutcome,
  readFailure,
  removeAbandoned,
  writeFailure,
  writeFileAtomic,
} from '#platform';
import { datasetError, datasetIssue } from '../codes.ts';
import { readOptional, SAMPLE_FILES } from '../sampling/sample-folder.ts';
import { type DatasetVersion, type VersionManifest, versionId } from './dataset-version.ts';

/** The rows of a version, in its folder. */
const ROWS_FILE = 'dataset.jsonl';

/** A folder that is being written; a leading dot, so that it is never taken for a version. */
const WRITING = '.writing-';

/** No version takes that long to be written: what is older was left behind by a process that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/** A version that was read and is what its name says, or why not. */
export type StoredVersion =
  | { readonly ok: true; readonly version: DatasetVersion; readonly path: string }
  | { readonly ok: false; readonly id: string; readonly issue: Issue };

/**
 * Writes a version; one that is there already is never touched. It is written atomically, whenever the process
 * ends: its files are written to a folder of another name that becomes the version.
 */
export async function saveVersion(folder: string, version: DatasetVersion): Promise<FileOutcome> {
  const versions = join(folder, SAMPLE_FILES.versions);
  removeAbandoned(versions, WRITING, ABANDONED_MS, new Date());
  if (readVersion(folder, version.id).ok) return noteCommit(folder, version.id);
  const draft = join(versions, `${WRITING}${randomUUID()}`);
  try {
    const rows = await writeFileAtomic(join(draft, ROWS_FILE), [version.rowsText]);
    if (!rows.ok) return rows;
    const file = join(draft, SAMPLE_FILES.manifest);
    const manifest = await writeFileAtomic(file, [version.manifestText]);
    if (!manifest.ok) return manifest;
    publish(draft, folder, version.id);
    return noteCommit(folder, version.id);
  } catch (error) {
    return { ok: false, issue: writeFailure(error, versions) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Records that a version is the newest; hashes have no order, and times of files do not survive a checkout. */
function noteCommit(folder: string, id: string): FileOutcome {
  const file = join(folder, SAMPLE_FILES.commits);
  try {
    if (commitsOf(folder).at(-1) !== id) appendFileSync(file, `${id}\n`);
    return { ok: true };
  } catch (error) {
    return { ok: false, issue: writeFailure(error, file) };
  }
}

function commitsOf(folder: string): readonly string[] {
  return (readOptional(join(folder, SAMPLE_FILES.commits)) ?? '')
    .split('\n')
    .filter((id) => id !== '');
}

/** Gives the draft its name, in the place of what has the name and is not the version. */
function publish(draft: string, folder: string, id: string): void {
  const target = join(folder, SAMPLE_FILES.versions, id);
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    // Another process may have been faster: the same content has the same name.
    if (readVersion(folder, id).ok) return;
    rmSync(target, { recursive: true });
    renameSync(draft, target);
  }
}

/** All versions beside a sample, by name; changed and incomplete ones are reported. */
export function listVersions(folder: string): readonly StoredVersion[] {
  let names: readonly string[];
  try {
    names = readdirSync(join(folder, SAMPLE_FILES.versions));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new UserError([readFailure(error, folder)]);
  }
  return names
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((id) => readVersion(folder, id));
}

/** The version whose name begins like this; the only one when nothing is asked. Throws a UserError else. */
export function findVersion(folder: string, asked: string | null): DatasetVersion {
  const all = listVersions(folder);
  const fitting = all.filter((version) => idOf(version).startsWith(asked ?? ''));
  const [match] = fitting;
  if (match !== undefined && fitting.length === 1) {
    if (match.ok) return match.version;
    throw new UserError([match.issue]);
  }
  const message =
    asked === null
      ? `there are ${all.length} versions; say which`
      : `${fitting.length === 0 ? 'no version begins' : `${fitting.length} versions begin`} with "${asked}"`;
  const hint =
    all.length === 0
      ? 'make one with whichtool dataset commit'
      : `there are ${all.map(idOf).join(', ')}`;
  throw datasetError('DATASET_VERSION', message, { where: { file: folder }, hint });
}

/** The version that was committed last. Throws a UserError where that is not known. */
export function newestVersion(folder: string): DatasetVersion {
  const ids = new Set(listVersions(folder).map(idOf));
  const committed = commitsOf(folder).filter((id) => ids.has(id));
  return findVersion(folder, committed.at(-1) ?? null);
}

/** The file of rows in the folder of a version; null where it is not one. */
export function versionFile(path: string): string | null {
  const file = join(path, ROWS_FILE);
  return readVersionAt(file) === null ? null : file;
}

function idOf(stored: StoredVersion): string {
  return stored.ok ? stored.version.id : stored.id;
}

function readVersion(folder: string, id: string): StoredVersion {
  const path = join(folder, SAMPLE_FILES.versions, id);
  const rowsText = readOptional(join(path, ROWS_FILE));
  const manifestText = readOptional(join(path, SAMPLE_FILES.manifest));
  const corrupt = (message: string): StoredVersion => ({
    ok: false,
    id,
    issue: datasetIssue('DATASET_CORRUPT', message, {
      where: { file: path },
      hint: 'take it from git again',
    }),
  });
  if (rowsText === null || manifestText === null)
    return corrupt('a file of this version is missing');
  if (versionId(rowsText, manifestText) !== id)
    return corrupt('this version was changed: its content does not have the hash that is its name');
  const parsed = parseJson(manifestText);
  const manifest = parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
  if (manifest?.kind !== 'dataset' || manifest.schemaVersion !== 1)
    return corrupt('its manifest is of a version that this one does not read');
  const version = { id, manifest: manifest as unknown as VersionManifest, manifestText, rowsText };
  return { ok: true, version, path: join(path, ROWS_FILE) };
}

/** The version whose rows this file holds; null where the path is not one of a version. */
export function readVersionAt(path: string): StoredVersion | null {
  const folder = dirname(path);
  const versions = dirname(folder);
  const isVersion =
    basename(path) === ROWS_FILE &&
    basename(versions) === SAMPLE_FILES.versions &&
    /^[0-9a-f]{16}$/.test(basename(folder)) &&
    // Without its manifest a version of a sample is damaged, not another file.
    [folder, dirname(versions)].some((parent) => existsSync(join(parent, SAMPLE_FILES.manifest)));
  return isVersion ? readVersion(dirname(versions), basename(folder)) : null;
}

/** The rows of a version. */
export function rowsOf({ rowsText }: DatasetVersion): readonly JsonObject[] {
  return rowsText
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('a frozen row is no object');
      return parsed.value;
    });
}

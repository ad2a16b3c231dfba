import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { type Issue, isJsonObject, type ToolSpec } from '#core';
import { findRoot, posixRelative } from '#platform';
import {
  type ExpectedKeys,
  hideForeignText,
  type LoadedSuite,
  planSuite,
  readSuiteText,
  type SuiteText,
} from '#suite-text';
import { InsideCheck } from '../files/inside-check.ts';
import { readCatalog } from '../files/read-catalog.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { resolveIn } from '../files/resolve-in.ts';
import { loadRegex } from './parse-suite.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const EVERY_SUITE: ExpectedKeys = {
  kind: 'a suite',
  keys: ['tests', 'evals', 'dataset', 'agents', 'classes', 'scorers'],
  instead: 'traces go into traces: of a suite, behind --traces, or to whichtool inspect',
  levels: 1,
};

interface LoadOptions {
  readonly cwd: string;
  /** Taken for the text of the file, which is not read then. */
  readonly text?: string;
}

/** Loads a suite: its plan, or everything that is wrong with it. */
export async function loadSuite(path: string, options: LoadOptions): Promise<LoadedSuite> {
  const absolute = resolve(options.cwd, path);
  const folder = dirname(absolute);
  const root = findRoot(folder);
  const file = posixRelative(root, absolute);
  const read =
    options.text === undefined
      ? await readTextFile(absolute, file, MAX_BYTES)
      : { ok: true as const, text: options.text, bytes: Buffer.from(options.text) };
  if (!read.ok) return { ok: false, issues: [explainSize(read.issue)] };
  const text = readSuiteText(read.text, file);
  const inside = new InsideCheck(root);
  const isInside = (name: string): boolean => inside.holds(name);
  const loaded = planSuite(text, {
    path,
    file,
    folder,
    root,
    sha256: createHash('sha256').update(read.bytes).digest('hex'),
    catalog: await loadCatalog(text, folder, isInside),
    regex: await loadRegex(text),
    ...resolveIn(folder, root),
    isInside,
  });
  if (loaded.ok) return loaded;
  const value = text.composed?.value;
  return { ok: false, issues: hideForeignText(loaded.issues, read.text, value, EVERY_SUITE) };
}

function explainSize(issue: Issue): Issue {
  if (issue.code !== 'FILE_TOO_LARGE') return issue;
  return { ...issue, code: 'SUITE_TOO_LARGE', hint: 'split the suite into several files' };
}

/** The tools of the file that the suite names, when it does; what is wrong with them is a problem of the suite. */
async function loadCatalog(
  text: SuiteText,
  folder: string,
  isInside: (path: string) => boolean,
): Promise<readonly ToolSpec[] | null> {
  const document = text.composed?.value;
  const written = isJsonObject(document) ? document.catalog : undefined;
  if (typeof written !== 'string' || written === '') return null;
  const path = resolve(folder, written);
  // Where it may not be read, building the plan says so.
  if (!isInside(path)) return null;
  const read = await readCatalog(path, written);
  if (read.ok) return read.tools;
  for (const issue of read.issues) text.problems.adopt(issue, ['catalog']);
  return null;
}

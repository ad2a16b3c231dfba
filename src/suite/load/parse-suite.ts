import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Services, ToolSpec } from '#core';
import {
  loadLinearRegex,
  type LoadedSuite,
  planSuite,
  readSuiteText,
  type SuiteText,
} from '#suite-text';
import { resolveIn } from '../files/resolve-in.ts';

/** Makes the plan of a suite from its text alone: nothing is looked up in the file system. */
export async function parseSuite(
  text: string,
  options: {
    readonly path: string;
    readonly catalog?: readonly ToolSpec[];
    /** The folder that its paths stay in; that of the suite by default. */
    readonly root?: string;
  },
): Promise<LoadedSuite> {
  const { path, catalog = null } = options;
  const folder = dirname(resolve(path));
  const read = readSuiteText(text, path);
  return planSuite(read, {
    path,
    file: path,
    folder,
    root: options.root ?? folder,
    sha256: createHash('sha256').update(text).digest('hex'),
    catalog,
    regex: await loadRegex(read),
    ...resolveIn(folder),
    isInside: () => true,
  });
}

/** The engine for `$matches` costs time to load, so only a suite that uses it has it. */
export async function loadRegex(text: SuiteText): Promise<NonNullable<Services['regex']> | null> {
  if (text.composed?.usesPatterns !== true) return null;
  return await loadLinearRegex();
}

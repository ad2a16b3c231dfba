import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Issue, Services, ToolSpec } from '#core';
import { check, dropFaults, MAX_FINDINGS, type SuiteDocument, suiteSchema } from '#schema';
import type { SuiteContext } from '../build/build.ts';
import { buildSuite, type Lines } from '../build/build-suite.ts';
import type { Composed } from '../yaml/compose.ts';
import { loadLinearRegex } from '../regex/load-linear-regex.ts';
import { Locator } from '../yaml/locator.ts';
import { eventsOf, parseDocument } from '../yaml/parse-document.ts';
import type { Suite } from '../plan/plan.ts';
import { Problems, toIssues } from '../problems/problems.ts';
import { addSchemaProblem } from '../yaml/schema-problems.ts';
import { SourceText } from '../problems/source-text.ts';

/** A suite, or everything that is wrong with it. */
export type LoadedSuite =
  | { readonly ok: true; readonly suite: Suite }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The text of a suite, read as values but not yet understood. */
export interface SuiteText {
  readonly source: SourceText;
  readonly problems: Problems;
  readonly composed: Composed | null;
}

/** Reads the text of a suite; a file whose name ends in `.json` must be JSON. */
export function readSuiteText(text: string, file: string): SuiteText {
  const problems = new Problems();
  const composed = parseDocument(text, /\.json$/i.test(file), problems);
  return { source: new SourceText(file, text), problems, composed };
}

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
    isInside: () => true,
  });
}

/** The engine for `$matches` costs time to load, so only a suite that uses it has it. */
export async function loadRegex(text: SuiteText): Promise<NonNullable<Services['regex']> | null> {
  if (text.composed?.usesPatterns !== true) return null;
  return await loadLinearRegex();
}

/** Makes the plan of a suite from its values. */
export function planSuite(read: SuiteText, context: SuiteContext): LoadedSuite {
  const { source, problems, composed } = read;
  let locator: Locator | null = null;
  const getLocator = (): Locator =>
    (locator ??= new Locator(composed === null ? [] : eventsOf(source.text), source.text));
  const issuesAfter = (structural: number): readonly Issue[] =>
    toIssues(problems.list, structural, source, getLocator().locate);
  if (composed === null) return { ok: false, issues: issuesAfter(problems.list.length) };
  let document = composed.value as SuiteDocument;
  const findings = check(suiteSchema, isMissing(document) ? {} : document);
  if (findings.length > 0) {
    for (const finding of findings) {
      addSchemaProblem(finding, (path) => getLocator().plainSource(path), problems);
    }
    // Where nearly everything is faulty there is nothing left to look at.
    if (findings.length >= MAX_FINDINGS) {
      return { ok: false, issues: issuesAfter(problems.list.length) };
    }
    document = dropFaults(suiteSchema, document) as SuiteDocument;
  }
  rejectEmpty(composed.value, problems);
  const structural = problems.list.length;
  const lines: Lines = {
    ofItem: (key, index) => source.lineOf(composed.items.get(key)?.[index] ?? 0),
    ofKey: (key) => source.lineOf(composed.keys.get(key) ?? 0),
    at: (path) => {
      const { offset, length } = getLocator().locate({ path, on: 'value' });
      return { where: source.placeOf(offset), excerpt: source.excerptOf(offset, length) };
    },
  };
  const suite = isMissing(document) ? null : buildSuite(document, lines, context, problems);
  const issues = problems.list.length === 0 ? [] : issuesAfter(structural);
  return problems.errors > 0 || suite === null
    ? { ok: false, issues }
    : { ok: true, suite: { ...suite, warnings: issues } };
}

function isMissing(document: unknown): boolean {
  return document === null || document === '';
}

function rejectEmpty(value: unknown, problems: Problems): void {
  const keys = isMissing(value) ? [] : Object.keys(value as object);
  if (keys.some((key) => key === 'tests' || key === 'evals' || key === 'dataset')) return;
  if (problems.errors > 0) return;
  const hint = 'a suite has `tests`, `evals`, or `dataset` and `scorers`';
  problems.error('SUITE_EMPTY', [], 'there is nothing to measure in this suite', hint);
}

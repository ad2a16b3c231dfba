import type { Issue } from '#core';
import { check, dropFaults, MAX_FINDINGS, type SuiteDocument, suiteSchema } from '#schema';
import type { SuiteContext } from '../build/build.ts';
import { buildSuite, type Lines } from '../build/build-suite.ts';
import type { Composed } from '../yaml/compose.ts';
import { Locator } from '../yaml/locator.ts';
import { eventsOf, parseDocument } from '../yaml/parse-document.ts';
import type { Suite } from '../plan/plan.ts';
import { type PlacedIssue, placeIssues, Problems } from '../problems/problems.ts';
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

/** A plan with everything that is wrong or odd about it; null where something is wrong. */
export interface CheckedPlan {
  readonly suite: Suite | null;
  readonly problems: readonly PlacedIssue[];
}

/** Makes the plan of a suite from its values. */
export function planSuite(read: SuiteText, context: SuiteContext): LoadedSuite {
  const { suite, problems } = checkPlan(read, context);
  const issues = problems.map(({ issue }) => issue);
  return suite === null ? { ok: false, issues } : { ok: true, suite };
}

/** Makes the plan of a suite from its values; problems have the paths that they are about. */
export function checkPlan(read: SuiteText, context: SuiteContext): CheckedPlan {
  const { source, problems, composed } = read;
  let locator: Locator | null = null;
  const getLocator = (): Locator =>
    (locator ??= new Locator(composed === null ? [] : eventsOf(source.text), source.text));
  const placed = (structural: number): readonly PlacedIssue[] =>
    placeIssues(problems.list, structural, source, getLocator().locate);
  if (composed === null) return { suite: null, problems: placed(problems.list.length) };
  let document = composed.value as SuiteDocument;
  const findings = check(suiteSchema, isMissing(document) ? {} : document);
  if (findings.length > 0) {
    for (const finding of findings) {
      addSchemaProblem(finding, (path) => getLocator().plainSource(path), problems);
    }
    // Where nearly everything is faulty there is nothing left to look at.
    if (findings.length >= MAX_FINDINGS) {
      return { suite: null, problems: placed(problems.list.length) };
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
  const placedIssues = problems.list.length === 0 ? [] : placed(structural);
  if (problems.errors > 0 || suite === null) return { suite: null, problems: placedIssues };
  const warnings = placedIssues.map(({ issue }) => issue);
  return { suite: { ...suite, warnings }, problems: placedIssues };
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

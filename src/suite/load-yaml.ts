import type { Issue, Json } from '#core';
import { Locator } from './locator.ts';
import { eventsOf } from './parse-document.ts';
import { readSuiteText } from './parse-suite.ts';
import { toIssues } from './problems.ts';
import { readTextFile } from './read-text-file.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** The value of a YAML file, or everything that is wrong with it. */
export type LoadedYaml =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Reads a YAML file that is no suite as carefully as one: no aliases, no tags, the same limits. */
export async function loadYaml(path: string): Promise<LoadedYaml> {
  const read = await readTextFile(path, path, MAX_BYTES);
  if (!read.ok) return { ok: false, issues: [read.issue] };
  const { source, problems, composed } = readSuiteText(read.text, path);
  if (composed !== null && problems.errors === 0)
    return { ok: true, value: composed.value as Json };
  const locator = new Locator(composed === null ? [] : eventsOf(source.text), source.text);
  const { list } = problems;
  const issues = toIssues(list, list.length, source, locator.locate);
  return { ok: false, issues: issues.map((issue) => explainEmpty(issue, path)) };
}

function explainEmpty(issue: Issue, file: string): Issue {
  if (issue.code !== 'SUITE_EMPTY') return issue;
  const message = 'the file holds nothing';
  return { code: 'NO_RECORDS', severity: 'error', message, where: { file } };
}

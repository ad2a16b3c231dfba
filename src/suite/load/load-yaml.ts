import { textIssue } from '#platform';
import type { Issue, Json } from '#core';
import { check, type Schema } from '#schema';
import {
  addSchemaProblem,
  eventsOf,
  type ExpectedKeys,
  hideForeignText,
  Locator,
  readSuiteText,
  toIssues,
} from '#suite-text';
import { readTextFile } from '../files/read-text-file.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** The value of a YAML file, or everything that is wrong with it. */
export type LoadedYaml =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads a YAML file that is not a suite as carefully as one: no aliases, no tags, the same limits. Where a schema is
 * chosen for its value, it must fit that. Of a file without any of the expected keys no text is shown.
 */
export async function loadYaml(
  path: string,
  schemaFor: (value: Json) => Schema | null = () => null,
  expected: ExpectedKeys | null = null,
): Promise<LoadedYaml> {
  const read = await readTextFile(path, path, MAX_BYTES);
  if (!read.ok) return { ok: false, issues: [read.issue] };
  const { source, problems, composed } = readSuiteText(read.text, path);
  let locator: Locator | null = null;
  const getLocator = (): Locator =>
    (locator ??= new Locator(composed === null ? [] : eventsOf(source.text), source.text));
  const schema = composed === null ? null : schemaFor(composed.value as Json);
  for (const finding of schema === null ? [] : check(schema, composed?.value)) {
    addSchemaProblem(finding, (at) => getLocator().plainSource(at), problems);
  }
  if (composed !== null && problems.errors === 0)
    return { ok: true, value: composed.value as Json };
  const { list } = problems;
  const issues = toIssues(list, list.length, source, getLocator().locate);
  const explained = issues.map((issue) => explainEmpty(issue, path));
  return {
    ok: false,
    issues:
      expected === null
        ? explained
        : hideForeignText(explained, source.text, composed?.value, expected),
  };
}

function explainEmpty(issue: Issue, file: string): Issue {
  if (issue.code !== 'SUITE_EMPTY') return issue;
  const message = 'the file holds nothing';
  return textIssue('NO_RECORDS', message, { where: { file } });
}

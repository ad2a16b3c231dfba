import {
  type CaseReport,
  type CodeWith,
  isJsonObject,
  type Issue,
  issuesOf,
  parseJson,
  type Report,
  REPORT_CODES,
} from '#core';
import { check, type Finding } from './check.ts';
import { casesSchema, reportSchema } from './report.ts';

const issue = issuesOf(REPORT_CODES);

export type ParsedReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const LISTED = 20;
const HOW_TO_SAVE = 'a run saves its report with --reporter json=<file>';

/** Reads the text of a saved report. */
export function parseReport(text: string): ParsedReport {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const message = `not JSON: ${parsed.message}`;
    return reject('REPORT_INVALID', message, { offset: parsed.offset }, HOW_TO_SAVE);
  }
  const { value } = parsed;
  if (!isJsonObject(value) || !Object.hasOwn(value, 'schemaVersion')) {
    return reject(
      'REPORT_INVALID',
      'this is not a report of whichtool',
      { pointer: '' },
      HOW_TO_SAVE,
    );
  }
  if (value.schemaVersion !== 1) {
    const message = `a report of schema version ${JSON.stringify(value.schemaVersion)}; this whichtool reads 1`;
    return reject('REPORT_VERSION', message, { pointer: '/schemaVersion' });
  }
  const findings = check(reportSchema, value);
  if (findings.length === 0) return { ok: true, report: value as unknown as Report };
  return { ok: false, issues: findings.slice(0, LISTED).map(toIssue) };
}

/** Reads a list of cases of a saved report; null where it is not one. */
export function parseCases(text: string): readonly CaseReport[] | null {
  const parsed = parseJson(text);
  if (!parsed.ok || check(casesSchema, parsed.value).length > 0) return null;
  return parsed.value as unknown as readonly CaseReport[];
}

function reject(
  code: CodeWith<typeof REPORT_CODES>,
  message: string,
  where: NonNullable<Issue['where']>,
  hint?: string,
): ParsedReport {
  return { ok: false, issues: [issue(code, message, { where, hint })] };
}

function toIssue({ problem, path, key, schema, value }: Finding): Issue {
  const pointer = path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
  let message = `${JSON.stringify(value)?.slice(0, 60)} cannot stand here`;
  if (problem === 'missing_key') message = `"${key}" is missing`;
  else if (problem === 'type' && schema.type !== undefined) {
    message = `this must be ${[schema.type].flat().join(' or ')}`;
  }
  return issue('REPORT_INVALID', message, { where: { pointer } });
}

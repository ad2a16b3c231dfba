import type { EvalReport, TestReport } from '#core';
import { type CaseEntry, concat, isBlank, rawText, type Text } from '../document/index.ts';
import { formatCount } from '../values/value.ts';
import { caseEntry, CASES_SHOWN } from './case-entry.ts';
import { type FailingCase, failingCases } from './failing-cases.ts';
import { tellingCases } from './telling-cases.ts';

/** A run or a case in one line: `“where's my package?” → get_order_history (expected get_order_status) at a.jsonl:17`. */
function lineOf({ question, id, outcome, where }: CaseEntry): Text {
  return concat(
    question === undefined ? id : concat('“', question, '”'),
    isBlank(outcome) ? '' : concat(' → ', outcome),
    where === undefined ? '' : concat(' at ', where),
  );
}

/** The failing runs or cases that say most, as lines of raw text. */
export function describeCases(measured: TestReport | EvalReport): readonly string[] {
  const failing = failingCases(measured);
  // A name alone says nothing.
  const isKnown = ({ evidence, outcomes }: FailingCase): boolean =>
    evidence !== undefined || outcomes.length > 0;
  const shown = tellingCases([failing]).filter(isKnown).slice(0, CASES_SHOWN.brief);
  const lines = shown.map((each) => rawText(lineOf(caseEntry(each, false))));
  const hidden = failing.total - shown.length;
  if (shown.length === 0 || hidden <= 0) return lines;
  return [
    ...lines,
    `and ${formatCount(hidden, `more ${failing.isAccepted ? '' : 'failing '}${failing.noun}`)}`,
  ];
}

/** All failing runs or cases that a page lists, each with what is known of it, as lines of raw text. */
export function describeEvidence(measured: TestReport | EvalReport): readonly string[] {
  const entries = tellingCases([failingCases(measured)])
    .filter(({ evidence }) => evidence !== undefined)
    .slice(0, CASES_SHOWN.full)
    .map((each) => caseEntry(each, false));
  return entries.flatMap((entry) => [
    rawText(lineOf(entry)),
    ...entry.details.map(({ name, text }) => `  ${name}: ${rawText(text)}`),
  ]);
}

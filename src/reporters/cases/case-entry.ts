import type { RunEvidence, RunLabel } from '#core';
import {
  type CaseDetail,
  type CaseEntry,
  type Cases,
  concat,
  joinTexts,
  name,
  place,
  prose,
  rawText,
  type Text,
} from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { differenceText } from './argument-text.ts';
import { differencesOf, mismatches } from './argument-outcome.ts';
import { callText } from './evidence-columns.ts';
import type { FailingCase } from './failing-cases.ts';
import { inOneLine } from './quoted-text.ts';

const QUESTION_LENGTH = 240;
const ANSWER_LENGTH = 240;
const CALLS_SHOWN = 4;
const CALL_LENGTH = 160;

/** A failing run or case as a document shows it. `isNamed` adds the test or eval that it belongs to. */
export function caseEntry(failing: FailingCase, isNamed: boolean): CaseEntry {
  const { label, evidence, outcomes, measured } = failing;
  const id: Text = 'case' in label ? concat('case ', name(label.case, 80)) : `run ${label.run}`;
  const { question, where } = evidence ?? {};
  const [first, ...others] = outcomes;
  const isAsked = question !== undefined && inOneLine(question) !== '';
  return {
    tone: 'fail',
    ...(isAsked ? { question: prose(inOneLine(question), QUESTION_LENGTH) } : {}),
    id,
    outcome: first?.text ?? '',
    ...(where === undefined ? {} : { where: place(where) }),
    details: [
      ...(others.length === 0
        ? []
        : [
            {
              name: 'also',
              text: joinTexts(
                others.map(({ text }) => text),
                '; ',
              ),
            },
          ]),
      ...(evidence === undefined ? [] : evidenceDetails(evidence, first?.text ?? '')),
      ...(isAsked ? [idDetail(label)] : []),
      ...(isNamed ? [{ name: 'in', text: name(measured.name, 200) }] : []),
    ],
  };
}

function idDetail(label: RunLabel): CaseDetail {
  if ('case' in label) return { name: 'case', text: name(label.case, 80) };
  return { name: 'run', text: formatNumber(label.run) };
}

/** What is known of a run; tools that its outcome names whole are not listed again. */
function evidenceDetails(evidence: RunEvidence, outcome: Text): readonly CaseDetail[] {
  const { calls = [], moreCalls = 0, expected, answer, model } = evidence;
  const differences = mismatches(calls, expected?.calls ?? []).flatMap(({ call, wanted }) =>
    wanted === null ? [] : differencesOf(call, wanted),
  );
  const called = calls
    .slice(0, CALLS_SHOWN)
    .map((call) => name(inOneLine(callText(call)), CALL_LENGTH));
  const hidden = calls.length + moreCalls - called.length;
  const more = hidden > 0 ? `, and ${formatCount(hidden, 'more call')}` : '';
  const notRead = evidence.namesOnly === true ? ' (arguments were not read)' : '';
  const label = expected?.calls
    .slice(0, CALLS_SHOWN)
    .map((call) => name(inOneLine(callText(call)), CALL_LENGTH));
  const unnamed = (expected?.calls.length ?? 0) - CALLS_SHOWN;
  const agreed = expected?.agreed ?? [];
  const isSaid = rawText(outcome) === outcomeOf(evidence);
  const details: readonly (CaseDetail | null)[] = [
    label === undefined || isSaid
      ? null
      : {
          name: 'expected',
          text:
            label.length === 0
              ? 'no call'
              : concat(
                  joinTexts(label, ', '),
                  unnamed > 0 ? `, and ${formatNumber(unnamed)} more` : '',
                ),
        },
    evidence.calls === undefined || isSaid
      ? null
      : {
          name: 'called',
          text: called.length === 0 ? 'nothing' : concat(joinTexts(called, ', '), more, notRead),
        },
    differences.length < 2
      ? null
      : { name: 'arguments', text: joinTexts(differences.map(differenceText), '; ') },
    answer === undefined || inOneLine(answer) === ''
      ? null
      : { name: 'answer', text: prose(inOneLine(answer), ANSWER_LENGTH) },
    expected?.rationale === undefined
      ? null
      : {
          name: 'label',
          text: concat(prose(inOneLine(expected.rationale), ANSWER_LENGTH), agreedText(agreed)),
        },
    model === undefined ? null : { name: 'model', text: name(model) },
  ];
  return details.filter((detail) => detail !== null);
}

/** The outcome of a run with one call at most and one expected: what a list would say of them, too. */
function outcomeOf({ calls = [], moreCalls = 0, expected }: RunEvidence): string | null {
  if (expected === undefined || calls.length + moreCalls > 1 || expected.calls.length > 1)
    return null;
  const called = calls.map(callText)[0] ?? 'no call';
  return `${called} (expected ${expected.calls.map(callText)[0] ?? 'no call'})`;
}

function agreedText(agreed: readonly string[]): Text {
  if (agreed.length === 0) return '';
  return concat(
    ' (',
    joinTexts(
      agreed.map((each) => name(each, 80)),
      ', ',
    ),
    ' agreed)',
  );
}

/** How many failing cases a list without unfolding has, and how many a page has at most. */
export const CASES_SHOWN = { brief: 5, full: 40 };

/** What a list of failing runs or cases is. */
export interface CasesOptions {
  readonly total: number;
  readonly noun: string;
  /** By default how many there are. */
  readonly title?: string;
  readonly isOpen: boolean;
  /** Whether they belong to several tests or evals. */
  readonly isNamed?: boolean;
}

/** A list of failing runs or cases, those that say most first. */
export function casesBlock(
  entries: readonly FailingCase[],
  { total, noun, title = formatCount(total, noun), isOpen, isNamed = false }: CasesOptions,
): Cases {
  return {
    kind: 'cases',
    title,
    entries: entries.map((each) => caseEntry(each, isNamed)),
    total,
    cap: CASES_SHOWN,
    isOpen,
    noun,
  };
}

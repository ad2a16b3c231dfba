import type { CallVerdict, RunEvidence } from '#core';
import { concat, prose } from '../document/index.ts';
import { argumentOutcome, mismatches } from './argument-outcome.ts';
import { type CalledTool, callsOf, toolList } from './called-tools.ts';
import type { CaseFaults } from './case-faults.ts';
import type { Outcome } from './outcome.ts';
import { toolOutcomes } from './tool-outcome.ts';
import { unmetTools } from './unmet-tools.ts';

/** What is said of a call by its verdict; other verdicts are worded by what was expected. */
const CALL_WORDS: Readonly<Partial<Record<CallVerdict, string>>> = {
  forbidden: 'forbidden',
  hallucinated: 'not offered',
  invalid_args: 'arguments break its schema',
  unparsed_args: 'arguments are not JSON',
  failed: 'the call failed',
  duplicate: 'the same call again',
  redacted: 'depends on redacted values',
};

/** What went wrong in a run or case, the most telling first; empty where the report does not say. */
export function explainCase(
  evidence: RunEvidence | undefined,
  faults: CaseFaults,
): readonly Outcome[] {
  const calls = callsOf(evidence, faults);
  const expected = evidence?.expected;
  const unmet = unmetTools(expected, evidence?.calls, faults);
  const pairs = mismatches(calls, expected?.calls ?? []);
  const paired = new Set(pairs.map(({ wanted }) => wanted));
  const missed = unmet.tools.filter((tool) => !paired.has(tool));
  return [
    ...toolOutcomes(calls, missed, evidence),
    ...pairs.map((pair) => argumentOutcome(pair, faults)),
    ...judgedOutcomes(faults),
    ...callOutcomes(calls),
    ...unmet.sentences.map((text): Outcome => ({ text: prose(text), kind: prose(text) })),
  ];
}

function judgedOutcomes({ judged }: CaseFaults): readonly Outcome[] {
  return judged.flatMap((fault): Outcome[] => {
    if ('tool' in fault) return [];
    const kind = concat(prose(fault.expected, 200), ' not met');
    const reason = fault.hint === undefined ? '' : concat(': ', prose(fault.hint));
    return [{ text: concat(kind, reason), kind }];
  });
}

/** Calls that are wrong whatever was expected, by what is wrong about them. */
function callOutcomes(calls: readonly CalledTool[]): readonly Outcome[] {
  const words = new Map<string, string[]>();
  for (const { tool, verdict } of calls) {
    const word = verdict === undefined ? undefined : CALL_WORDS[verdict];
    if (word !== undefined) words.set(word, [...(words.get(word) ?? []), tool]);
  }
  return [...words].map(([word, tools]): Outcome => {
    const list = toolList(tools);
    return { text: concat(list, ` (${word})`), kind: concat(list, `: ${word}`) };
  });
}

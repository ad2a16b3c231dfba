import { type ArgumentDifference, listDifferences } from '#core';
import { concat, name, prose } from '../document/index.ts';
import { differenceText, isCut, pathText } from './argument-text.ts';
import { type CalledTool, type ExpectedTool, isSameTool } from './called-tools.ts';
import { type CaseFaults, NO_COMPLAINT } from './case-faults.ts';
import type { Outcome } from './outcome.ts';

/** A call of an expected tool with other arguments; null where its label is not recorded. */
export interface Mismatch {
  readonly call: CalledTool;
  readonly wanted: ExpectedTool | null;
}

/** The calls whose arguments are wrong, each with a label of its tool. Calls that are right leave theirs to the others. */
export function mismatches(
  calls: readonly CalledTool[],
  expected: readonly ExpectedTool[],
): readonly Mismatch[] {
  const open = [...expected];
  const take = (isMatch: (each: ExpectedTool) => boolean): ExpectedTool | null => {
    const at = open.findIndex(isMatch);
    return at < 0 ? null : (open.splice(at, 1)[0] ?? null);
  };
  for (const call of calls) {
    const isRight = call.verdict === undefined || NO_COMPLAINT.has(call.verdict);
    if (isRight)
      take((each) => isSameTool(each.tool, call.tool) && differencesOf(call, each).length === 0);
  }
  return calls
    .filter(({ verdict }) => verdict === 'mismatch')
    .map((call) => ({ call, wanted: take(({ tool }) => isSameTool(tool, call.tool)) }));
}

/** The arguments of a call that are not as labelled; values that were cut are not compared. */
export function differencesOf(
  call: CalledTool,
  expectedTool: ExpectedTool,
): readonly ArgumentDifference[] {
  if (expectedTool.arguments === undefined) return [];
  const all = listDifferences(expectedTool.arguments, call.arguments ?? {});
  return all.filter(({ expected, actual }) => !isCut(expected) && !isCut(actual));
}

/** Which argument of a call is wrong, or why it is where the arguments are not recorded. */
export function argumentOutcome({ call, wanted }: Mismatch, faults: CaseFaults): Outcome {
  const tool = name(call.tool, 80);
  const reason = judgeReason(call.tool, faults);
  const differences = wanted === null ? [] : differencesOf(call, wanted);
  const [first] = differences;
  if (first !== undefined) {
    const more = differences.length > 1 ? ` and ${differences.length - 1} more` : '';
    const judged = reason === null ? '' : concat('; ', prose(reason));
    return {
      text: concat(differenceText(first), more, ' in ', tool, judged),
      kind: concat(pathText(first.path), ' of ', tool, ' not as expected'),
    };
  }
  const isOfCall = (each: { readonly tool: string; readonly verdict: string }): boolean =>
    each.tool === call.tool && each.verdict === 'mismatch';
  const why = reason ?? faults.calls.find(isOfCall)?.hint;
  return {
    text:
      why === undefined ? concat(tool, ' with other arguments') : concat(tool, ': ', prose(why)),
    kind: concat('arguments of ', tool, ' not as expected'),
  };
}

/** What a judge says of the arguments of a tool; the difference itself is shown from the evidence. */
function judgeReason(tool: string, { judged }: CaseFaults): string | null {
  for (const fault of judged) {
    if (!('tool' in fault) || fault.tool !== tool || fault.hint === undefined) continue;
    return fault.hint.slice(Math.max(0, fault.hint.indexOf('the judge ')));
  }
  return null;
}

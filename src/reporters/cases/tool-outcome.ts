import { type RunEvidence, stringifyJson } from '#core';
import { concat, name, type Text } from '../document/index.ts';
import { type CalledTool, type ExpectedTool, isSameTool, toolList } from './called-tools.ts';
import type { Outcome } from './outcome.ts';

/** Tools that were called in place of others, missed, or called where nothing was expected; at most one of these. */
export function toolOutcomes(
  calls: readonly CalledTool[],
  missed: readonly ExpectedTool[],
  evidence: RunEvidence | undefined,
): readonly Outcome[] {
  const wrong = calls.filter(({ verdict }) => verdict === 'unexpected').map(({ tool }) => tool);
  const called = toolList(wrong);
  if (missed.length === 0) {
    if (wrong.length === 0) return [];
    const isNoneExpected = evidence?.expected?.calls.length === 0;
    const [text, kind] = isNoneExpected
      ? [' (expected no call)', ' where no tool was needed']
      : [' (not expected)', ' not expected'];
    return [{ text: concat(called, text), kind: concat(called, kind) }];
  }
  const tools = missedText(missed, calls, evidence);
  const plain = toolList(missed.map(({ tool }) => tool));
  if (wrong.length > 0) {
    const text = concat(called, ' (expected ', tools, ')');
    return [{ text, kind: concat(called, ' for ', plain) }];
  }
  if (evidence?.calls?.length === 0) {
    const text = concat('no call (expected ', tools, ')');
    return [{ text, kind: concat('no call for ', plain) }];
  }
  const kind = concat(plain, ' missed');
  if (evidence?.calls === undefined) return [{ text: concat('missed ', tools), kind }];
  const right = toolList(evidence.calls.map(({ tool }) => tool));
  return [{ text: concat(right, ' (missed ', tools, ')'), kind }];
}

/** Missed tools and what is as good; a tool that was called, too, has the arguments that were missed. */
function missedText(
  missed: readonly ExpectedTool[],
  calls: readonly CalledTool[],
  evidence: RunEvidence | undefined,
): Text {
  const [first] = missed;
  const { calls: expected = [], alternatives = [] } = evidence?.expected ?? {};
  const others =
    first !== expected[0] || alternatives.length === 0
      ? ''
      : concat(' or ', toolList(alternatives, ' or '));
  const isCalled = calls.some(({ tool }) => first !== undefined && isSameTool(tool, first.tool));
  if (missed.length > 1 || first?.arguments === undefined || !isCalled)
    return concat(toolList(missed.map(({ tool }) => tool)), others);
  return concat(name(first.tool, 80), ' ', name(stringifyJson(first.arguments), 80), others);
}

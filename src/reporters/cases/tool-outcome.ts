import { type RunEvidence, stringifyJson } from '#core';
import { concat, name, type Text } from '../document/index.ts';
import { type CalledTool, type ExpectedTool, isSameTool, toolList } from './called-tools.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** Tools that were called in place of others, missed, or called where nothing was expected; at most one of these. */
export function toolOutcomes(
  calls: readonly CalledTool[],
  missed: readonly ExpectedTool[],
  evidence: RunEvidence | undefined,
): readonly Outcome[] {
  const wrong = calls.filter(({ verdict }) => verdict === 'unexpected').map(({ tool }) => tool);
  if (missed.length === 0) {
    if (wrong.length === 0) return [];
    const called = toolList(wrong);
    const isNoneExpected = evidence?.expected?.calls.length === 0;
    const [text, kind] = isNoneExpected
      ? [' (expected no call)', ' where no tool was needed']
      : [' (not expected)', ' not expected'];
    return [outcomeOf(concat(called, kind), () => concat(called, text))];
  }
  const tools = (): Text => missedText(missed, calls, evidence);
  const plain = toolList(missed.map(({ tool }) => tool));
  if (wrong.length > 0) {
    const called = toolList(wrong);
    const text = (): Text => concat(called, ' (expected ', tools(), ')');
    return [outcomeOf(concat(called, ' for ', plain), text)];
  }
  const made = evidence?.calls;
  if (made?.length === 0) {
    const text = (): Text => concat('no call (expected ', tools(), ')');
    return [outcomeOf(concat('no call for ', plain), text)];
  }
  const text = (): Text =>
    made === undefined
      ? concat('missed ', tools())
      : concat(toolList(made.map(({ tool }) => tool)), ' (missed ', tools(), ')');
  return [outcomeOf(concat(plain, ' missed'), text)];
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

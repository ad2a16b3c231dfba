import type { CallVerdict, Json, RunEvidence } from '#core';
import { concat, joinTexts, name, type Text } from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import type { CaseFaults } from './case-faults.ts';

/** A call as far as the report lists it. */
export interface CalledTool {
  readonly tool: string;
  readonly verdict?: CallVerdict;
  readonly arguments?: Json;
}

/** An expected call. */
export interface ExpectedTool {
  readonly tool: string;
  readonly arguments?: Json;
}

/** Of more tools only the first is named: a line has to have room for what was expected, too. */
const TOOLS_SHOWN = 2;
const NAME_LENGTH = 80;

/** The calls of a run: those of its evidence, otherwise those that scorers complain about. */
export function callsOf(
  evidence: RunEvidence | undefined,
  faults: CaseFaults,
): readonly CalledTool[] {
  return evidence?.calls ?? faults.calls.map(({ tool, verdict }) => ({ tool, verdict }));
}

/** Whether two spellings name one tool: with and without its server. */
export function isSameTool(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** The first tools by name, each once, and how many more there are. */
export function toolList(tools: readonly string[], separator: string = ', '): Text {
  const unique = [...new Set(tools)];
  const most = unique.length > TOOLS_SHOWN ? 1 : TOOLS_SHOWN;
  const shown = unique.slice(0, most).map((tool) => name(tool, NAME_LENGTH));
  const hidden = unique.length - shown.length;
  return concat(joinTexts(shown, separator), hidden > 0 ? ` and ${formatNumber(hidden)} more` : '');
}

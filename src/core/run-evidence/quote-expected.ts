import { type Json, type JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Label } from '../labels/label.ts';
import type { QuotedExpectation } from '../report/run-evidence.ts';
import type { CompiledScorer } from '../scoring/scorer.ts';
import { formatPattern } from '../tools/tool-pattern.ts';

/** More tools that are as good are not listed. */
const MAX_ALTERNATIVES = 10;

type ExpectedCall = QuotedExpectation['calls'][number];

/** What a label expects, with what the row says beside it. */
export function expectedByLabel({ calls }: Label, row: JsonObject): QuotedExpectation {
  const [first] = calls;
  const others = (first?.tools ?? []).map(formatPattern).filter((tool) => tool !== first?.name);
  const { rationale, agreed } = row;
  const reviewers = Array.isArray(agreed) ? agreed.filter((item) => typeof item === 'string') : [];
  return {
    calls: calls.map(({ name, args }): ExpectedCall => withArguments(name, args)),
    ...(others.length === 0 ? {} : { alternatives: others.slice(0, MAX_ALTERNATIVES) }),
    ...(typeof rationale === 'string' && rationale !== '' ? { rationale } : {}),
    ...(reviewers.length === 0 ? {} : { agreed: reviewers }),
  };
}

/** What the first scorer that names calls expects: classes, or required calls; null where none does. */
export function expectedByScorers(compiled: readonly CompiledScorer[]): QuotedExpectation | null {
  for (const { scorer, slots, expectsNoCall } of compiled) {
    if (scorer.isJudged === true) continue;
    if (slots.length > 0) return { calls: slots.map(parseSlot) };
    if (expectsNoCall === true) return { calls: [] };
  }
  return null;
}

/** An expected call as scorers name it: a tool, and its arguments as JSON behind it. */
function parseSlot(slot: string): ExpectedCall {
  const end = slot.indexOf(' {');
  const parsed = end === -1 ? null : parseJson(slot.slice(end + 1));
  return parsed?.ok === true ? withArguments(slot.slice(0, end), parsed.value) : { tool: slot };
}

function withArguments(tool: string, args: Json | undefined): ExpectedCall {
  return args === undefined ? { tool } : { tool, arguments: args };
}

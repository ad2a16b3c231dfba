import type { CompiledScorer } from '../scoring/scorer.ts';
import type { Json, JsonObject } from '../json/json.ts';
import {
  AS_WRITTEN,
  isPlain,
  Quotes,
  type RedactionPolicy,
  WITHOUT_TEXTS,
} from '../redaction/index.ts';
import { pruneJson, pruneText } from '../run-evidence/prune.ts';
import type { Trace } from '../trace/trace.ts';

/** What the evidence of a run may quote. */
interface Quoted {
  readonly trace: Trace;
  readonly row: JsonObject | null;
  readonly compiled: readonly CompiledScorer[];
}

/** What is replaced in quotes, and whether they have texts at all. */
interface QuotePolicy {
  readonly redaction: RedactionPolicy | null;
  readonly hasEvidenceText: boolean;
}

/**
 * Numbers the placeholders of a run: those of its calls first, then those of its row and of what is expected, then those of
 * what was said.
 */
export function quotesOf({ redaction, hasEvidenceText }: QuotePolicy, quoted: Quoted): Quotes {
  return hasEvidenceText ? new Quotes(redaction, () => sourcesOf(quoted)) : WITHOUT_TEXTS;
}

/** The same for a run that is quoted as a whole: nothing is searched one by one where all of it is plain. */
export function quotesOfWhole(policy: QuotePolicy, quoted: Quoted): Quotes {
  const { redaction, hasEvidenceText } = policy;
  if (redaction === null || !hasEvidenceText) return quotesOf(policy, quoted);
  const sources = sourcesOf(quoted);
  return isPlain(sources, redaction) ? AS_WRITTEN : new Quotes(redaction, () => sources);
}

function sourcesOf({ trace, row, compiled }: Quoted): readonly Json[] {
  const sources: Json[] = [];
  const { input, output, said, calls } = trace;
  for (const { arguments: args } of calls) {
    if (args.state === 'parsed') sources.push(args.value);
    else if (args.state === 'unparsed') sources.push(args.text);
  }
  if (row !== null) {
    // The run that a row carries is the one above, or another one that is not quoted.
    const { trace: _recorded, tool_calls: _calls, ...columns } = row;
    sources.push(columns);
  }
  for (const { slots } of compiled)
    for (const slot of slots) {
      const start = slot.indexOf(' {');
      if (start !== -1) sources.push(slot.slice(start + 1));
    }
  if (input !== null) sources.push(pruneJson(input).value);
  if (said !== undefined) for (const { text } of said) sources.push(pruneText(text));
  if (output !== null) sources.push(pruneJson(output).value);
  for (const { result } of calls) if (result !== undefined) sources.push(pruneText(result));
  return sources;
}

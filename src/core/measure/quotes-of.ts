import type { CompiledScorer } from '../scoring/scorer.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { Quotes } from '../redaction/quotes.ts';
import type { RedactionPolicy } from '../redaction/policy.ts';
import type { Trace } from '../trace/trace.ts';

/** What the evidence of a run may quote. */
interface Quoted {
  readonly trace: Trace;
  readonly row: JsonObject | null;
  readonly compiled: readonly CompiledScorer[];
}

/** Numbers the placeholders of a run: those of its calls first, then those of its row and of what is expected. */
export function quotesOf(policy: RedactionPolicy | null, quoted: Quoted): Quotes {
  return new Quotes(policy, () => sourcesOf(quoted));
}

function* sourcesOf({ trace, row, compiled }: Quoted): Generator<Json> {
  for (const { arguments: given } of trace.calls) {
    if (given.state === 'parsed') yield given.value;
    else if (given.state === 'unparsed') yield given.text;
  }
  if (row !== null) {
    // The run that a row carries is the one above, or another one that is not quoted.
    const { trace: _recorded, tool_calls: _calls, ...columns } = row;
    yield columns;
  }
  for (const { slots } of compiled)
    for (const slot of slots) {
      const start = slot.indexOf(' {');
      if (start !== -1) yield slot.slice(start + 1);
    }
}

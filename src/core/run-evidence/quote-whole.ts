import { AS_WRITTEN, Quotes, redactNames, type RedactionPolicy } from '../redaction/index.ts';
import type { Json } from '../json/json.ts';
import type { QuotedCall, QuotedTool, RunEvidence } from '../report/run-evidence.ts';
import { tokensOf } from '../trace/run-usage.ts';
import { formatTool, type ToolCall, type Trace } from '../trace/trace.ts';
import { wordsOf } from './conversation.ts';

/** A call of a whole run. A report does not say how long calls took: its bytes would differ between runs. */
export interface WholeCall extends QuotedCall {
  readonly durationMs?: number;
}

/** A run from its record, in the shape of the evidence of a report but as long as it is. */
export interface WholeRun {
  readonly evidence: Omit<RunEvidence, 'calls'> & { readonly calls: readonly WholeCall[] };
  /** The tools that were offered; null where the record does not say. */
  readonly offered: readonly QuotedTool[] | null;
}

/** Longer texts are cut: the record has them, and a page is not where they are read. */
const MAX_TEXT = 256_000;

/** Quotes a whole run: redacted as a report is, then cut where a single text is enormous. */
export function quoteWhole(trace: Trace, where: string, policy: RedactionPolicy | null): WholeRun {
  const quotation = new WholeQuotation(trace, policy);
  const whole = quotation.quote(trace, where);
  return policy === null ? whole : redactNames(whole, policy);
}

class WholeQuotation {
  readonly #quotes: Quotes;
  #isCut = false;

  constructor(trace: Trace, policy: RedactionPolicy | null) {
    this.#quotes = policy === null ? AS_WRITTEN : new Quotes(policy, () => sourcesOf(trace));
  }

  quote(trace: Trace, where: string): WholeRun {
    const { question, answer, said, asked, results } = wordsOf(trace);
    const tokens = tokensOf(trace);
    const cost = trace.usage?.cost ?? null;
    const evidence = {
      where,
      ...(question === null ? {} : { question: this.#text(question) }),
      ...(answer === null ? {} : { answer: this.#text(answer) }),
      ...(said.length === 0
        ? {}
        : {
            said: said.map(({ role, text, turn }) => ({ role, text: this.#text(text), turn })),
          }),
      calls: trace.calls.map((call, place) => this.#call(call, results[place])),
      ...(asked === 0 ? {} : { asked }),
      ...(trace.model === undefined ? {} : { model: trace.model }),
      ...(tokens === null ? {} : { tokens }),
      ...(cost === null ? {} : { cost }),
      ...(trace.durationMs === undefined ? {} : { durationMs: trace.durationMs }),
    };
    const offered =
      trace.offered?.map((tool) => ({
        tool: formatTool(tool),
        ...(tool.description === null ? {} : { description: this.#text(tool.description) }),
      })) ?? null;
    return { evidence: this.#isCut ? { ...evidence, cut: true } : evidence, offered };
  }

  #call(call: ToolCall, result: string | undefined): WholeCall {
    const { arguments: passed, status, turn, requester, durationMs } = call;
    return {
      tool: formatTool(call),
      ...(passed.state === 'absent'
        ? {}
        : {
            arguments:
              passed.state === 'parsed'
                ? this.#quotes.value(passed.value)
                : this.#text(passed.text),
          }),
      ...(status === null ? {} : { status }),
      ...(turn === undefined ? {} : { turn }),
      ...(requester === null ? {} : { requester }),
      // What a tool returned is often JSON as text: members are secret by their names there, too.
      ...(result === undefined ? {} : { result: this.#cut(this.#quotes.value(result) as string) }),
      ...(durationMs === undefined ? {} : { durationMs }),
    };
  }

  #text(text: string): string {
    return this.#cut(this.#quotes.text(text));
  }

  #cut(text: string): string {
    if (text.length <= MAX_TEXT) return text;
    this.#isCut = true;
    return `${text.slice(0, MAX_TEXT)}...`;
  }
}

function* sourcesOf({ calls, input, said = [], output }: Trace): Generator<Json> {
  for (const { arguments: passed } of calls) {
    if (passed.state === 'parsed') yield passed.value;
    else if (passed.state === 'unparsed') yield passed.text;
  }
  yield input;
  for (const { text } of said) yield text;
  yield output;
  for (const { result } of calls) if (result !== undefined) yield result;
}

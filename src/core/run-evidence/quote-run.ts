import type { Json } from '../json/json.ts';
import type { PreparedCalls } from '../calls/call-rules.ts';
import type { FailureMode } from '../labels/failure-modes.ts';
import type { Quotes } from '../redaction/index.ts';
import type { QuotedCall, QuotedExpectation, RunEvidence } from '../report/run-evidence.ts';
import type { CallVerdict, RunScore } from '../scoring/scorer.ts';
import { tokensOf } from '../trace/run-usage.ts';
import { formatTool, type ToolCall, type Trace } from '../trace/trace.ts';
import { type RunWords, wordsOf } from './conversation.ts';
import { fitEvidence } from './fit-evidence.ts';
import { cutText } from './json-bytes.ts';
import { MAX_NAME_BYTES } from './limits.ts';
import { pruneJson, pruneText } from './prune.ts';
import { formatWhere, type RunSource } from './run-source.ts';

/** A run that is quoted: measured, or as far as it could be read. */
export interface QuotableRun {
  readonly source: RunSource;
  /** As it is scored; null where there is neither a trace nor a row. */
  readonly trace: Trace | null;
  /** Whether its trace could be read: what it called is known. */
  readonly isRead: boolean;
  /** The calls that count; null where the run was not measured. */
  readonly prepared: PreparedCalls | null;
  readonly scores: readonly RunScore[];
  /** Null where no calls are expected by name. */
  readonly expected: QuotedExpectation | null;
  /** In which ways a labelled case goes wrong. */
  readonly modes: readonly FailureMode[];
}

/** How a run is quoted. */
export interface QuoteOptions {
  readonly quotes: Quotes;
  /** Whether texts, arguments and results are quoted, or names alone. */
  readonly hasTexts: boolean;
}

/** Verdicts that count against a call, or leave it open; the worst first. */
const WORST: readonly CallVerdict[] = [
  'forbidden',
  'hallucinated',
  'unexpected',
  'mismatch',
  'invalid_args',
  'unparsed_args',
  'failed',
  'duplicate',
  'redacted',
  'unjudged',
];

/** The evidence of a run: redacted, then cut. Half of a secret would not be recognised. */
export function quoteRun(run: QuotableRun, options: QuoteOptions): RunEvidence {
  return fitEvidence(new Quotation(run, options).evidence());
}

class Quotation {
  readonly #run: QuotableRun;
  readonly #quotes: Quotes;
  readonly #hasTexts: boolean;
  #isCut = false;

  constructor(run: QuotableRun, { quotes, hasTexts }: QuoteOptions) {
    this.#run = run;
    this.#quotes = quotes;
    this.#hasTexts = hasTexts;
  }

  evidence(): RunEvidence {
    const { source, trace, expected, modes } = this.#run;
    const words = trace === null || !this.#hasTexts ? null : wordsOf(trace);
    const asked = words?.asked ?? 0;
    const usage = trace === null ? {} : usageOf(trace);
    const quoted = {
      where: this.#name(formatWhere(source.where), 800),
      ...(trace === null ? {} : this.#wordsAndCalls(trace, words)),
      ...(expected === null ? {} : { expected: this.#expectation(expected) }),
      ...(asked === 0 ? {} : { asked }),
      ...(modes.length === 0 ? {} : { modes }),
      ...(trace?.model === undefined ? {} : { model: this.#name(trace.model) }),
      ...(source.format === undefined ? {} : { format: source.format }),
      ...usage,
    };
    return this.#isCut ? { ...quoted, cut: true } : quoted;
  }

  #wordsAndCalls(trace: Trace, words: RunWords | null): Partial<RunEvidence> {
    if (words === null) return this.#calls(trace, []);
    const { question, answer, said, results } = words;
    const turns = said.slice(-MAX_TURNS).map((turn) => ({ ...turn, text: this.#text(turn.text) }));
    if (turns.length < said.length) this.#isCut = true;
    return {
      ...(question === null ? {} : { question: this.#text(question) }),
      ...(answer === null ? {} : { answer: this.#text(answer) }),
      ...(turns.length === 0 ? {} : { said: turns }),
      ...this.#calls(trace, results),
    };
  }

  /** All calls of the trace, those that count as scorers see them. */
  #calls(
    { calls }: Trace,
    results: readonly (string | undefined)[],
  ): Pick<RunEvidence, 'calls' | 'moreCalls'> {
    const { prepared, scores, isRead } = this.#run;
    if (!isRead) return {};
    const places = prepared?.places ?? null;
    const counted = new Map<number, number>();
    for (const i of prepared?.calls.keys() ?? []) counted.set(places?.[i] ?? i, i);
    const more = calls.length - MAX_CALLS;
    if (more > 0) this.#isCut = true;
    const quoted = calls.slice(0, MAX_CALLS).map((recorded, place): QuotedCall => {
      const i = counted.get(place);
      const call = i === undefined ? recorded : (prepared?.calls[i] as ToolCall);
      const verdict = i === undefined ? undefined : worstOf(scores, i);
      const { status, turn, requester } = call;
      const result = results[place];
      return {
        tool: this.#name(formatTool(call)),
        ...this.#arguments(call),
        ...(status === null ? {} : { status }),
        ...(verdict === undefined ? {} : { verdict }),
        ...(turn === undefined ? {} : { turn }),
        ...(requester === null ? {} : { requester: this.#name(requester) }),
        ...(result === undefined ? {} : { result: this.#result(result) }),
      };
    });
    return { calls: quoted, ...(more > 0 ? { moreCalls: more } : {}) };
  }

  #arguments({ arguments: given }: ToolCall): { readonly arguments?: Json } {
    if (!this.#hasTexts || given.state === 'absent') return {};
    if (given.state === 'unparsed') return { arguments: this.#text(given.text) };
    return { arguments: this.#value(given.value) };
  }

  #expectation(expected: QuotedExpectation): QuotedExpectation {
    const { calls, alternatives, rationale, agreed } = expected;
    const hasTexts = this.#hasTexts;
    return {
      calls: calls.slice(0, MAX_CALLS).map(({ tool, arguments: args }) => ({
        tool: this.#name(tool),
        ...(args === undefined || !hasTexts ? {} : { arguments: this.#value(args) }),
      })),
      ...(alternatives === undefined
        ? {}
        : { alternatives: alternatives.map((tool) => this.#name(tool)) }),
      ...(rationale === undefined || !hasTexts ? {} : { rationale: this.#text(rationale) }),
      ...(agreed === undefined ? {} : { agreed: agreed.map((name) => this.#name(name)) }),
    };
  }

  #text(text: string): string {
    const start = pruneText(text);
    if (start !== text) this.#isCut = true;
    return this.#quotes.text(start);
  }

  /** What a tool returned is often JSON as text: members are secret by their names there, too. */
  #result(text: string): string {
    if (text.length > MAX_RESULT_CHARS) {
      this.#isCut = true;
      return '...';
    }
    const quoted = this.#quotes.value(text) as string;
    const start = pruneText(quoted);
    if (start !== quoted) this.#isCut = true;
    return start;
  }

  #value(value: Json): Json {
    const pruned = pruneJson(value);
    if (pruned.isCut) this.#isCut = true;
    return this.#quotes.value(pruned.value);
  }

  /** Names are not redacted here: those of the whole report are, in the end. */
  #name(name: string, bytes: number = MAX_NAME_BYTES): string {
    const cut = cutText(name, bytes) ?? '...';
    if (cut !== name) this.#isCut = true;
    return cut;
  }
}

/** More calls and turns than this are never quoted. */
const MAX_CALLS = 100;
const MAX_TURNS = 100;

/** A longer result is not quoted: it would have to be read as a whole. */
const MAX_RESULT_CHARS = 256_000;

/** The worst verdict of a call; undefined where all scorers are content. */
function worstOf(scores: readonly RunScore[], i: number): CallVerdict | undefined {
  let worst = WORST.length;
  for (const { verdicts } of scores) {
    const at = WORST.indexOf(verdicts[i] ?? 'ok');
    if (at !== -1 && at < worst) worst = at;
  }
  return WORST[worst];
}

function usageOf(trace: Trace): Pick<RunEvidence, 'tokens' | 'cost' | 'durationMs'> {
  const tokens = tokensOf(trace);
  const cost = trace.usage?.cost ?? null;
  const { durationMs } = trace;
  return {
    ...(tokens === null ? {} : { tokens }),
    ...(cost === null ? {} : { cost }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

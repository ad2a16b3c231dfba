import type { Json } from '../json/json.ts';
import type { PreparedCalls } from '../calls/call-rules.ts';
import type { Quotes } from '../redaction/index.ts';
import type {
  FailedGate,
  QuotedCall,
  QuotedExpectation,
  RunEvidence,
} from '../report/run-evidence.ts';
import type { CallVerdict, RunScore } from '../scoring/scorer.ts';
import { tokensOf } from '../trace/run-usage.ts';
import { formatTool, type ToolCall, type Trace } from '../trace/trace.ts';
import { wordsOf } from './conversation.ts';
import { fitEvidence, type FittedEvidence } from './fit-evidence.ts';
import { cutText } from './json-bytes.ts';
import { MAX_NAME_BYTES, MAX_WHERE_BYTES } from './limits.ts';
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
  /** The gates that it fails alone; empty of a case. */
  readonly failedGates: readonly FailedGate[];
}

/** How a run is quoted. */
export interface QuoteOptions {
  readonly quotes: Quotes;
  /** Whether texts, arguments and results are quoted, or names alone. */
  readonly hasTexts: boolean;
}

/** Verdicts that make a call wrong; the worst first. */
const WRONG: readonly CallVerdict[] = [
  'forbidden',
  'hallucinated',
  'unexpected',
  'mismatch',
  'invalid_args',
  'unparsed_args',
  'failed',
];

/** Verdicts that count against a call, or leave it open; the worst first. */
const WORST: readonly CallVerdict[] = [...WRONG, 'duplicate', 'redacted', 'unjudged'];

/** More calls and turns than this are never quoted. */
const MAX_CALLS = 100;
const MAX_TURNS = 100;

/** More failed gates than this are not listed. */
const MAX_GATES = 3;

/** A longer result is not quoted: it would have to be read as a whole. */
const MAX_RESULT_CHARS = 256_000;

/** The evidence of a run: redacted, then cut. Half of a secret would not be recognised. */
export function quoteRun(run: QuotableRun, options: QuoteOptions): FittedEvidence {
  return fitEvidence(new Quotation(run, options).evidence());
}

/** The id of a trace of OpenTelemetry: by it scores find their way back to the trace. */
const TRACE_ID = /^[0-9a-f]{32}$/;

/** A report item while its optional keys are put in: spreading them would cost more than all the rest. */
type Growing<T> = { -readonly [Key in keyof T]: T[Key] };

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
    const { source, trace, expected, failedGates } = this.#run;
    const evidence: Growing<RunEvidence> = {
      where: this.#name(formatWhere(source.where), MAX_WHERE_BYTES),
    };
    const asked = trace === null ? 0 : this.#addTrace(evidence, trace);
    if (expected !== null) evidence.expected = this.#expectation(expected);
    if (failedGates.length > 0) evidence.failedGates = this.#gates(failedGates);
    if (asked > 0) evidence.asked = asked;
    if (trace?.model !== undefined) evidence.model = this.#name(trace.model);
    if (source.format !== undefined) evidence.format = source.format;
    if (TRACE_ID.test(trace?.id ?? '')) evidence.trace = trace?.id ?? '';
    if (trace !== null) addUsage(evidence, trace);
    if (source.namesOnly === true) evidence.namesOnly = true;
    if (this.#isCut) evidence.cut = true;
    return evidence;
  }

  #gates(failed: readonly FailedGate[]): readonly FailedGate[] {
    return failed.slice(0, MAX_GATES).map((gate) => ({
      ...gate,
      metric: this.#name(gate.metric),
      scorer: this.#name(gate.scorer),
    }));
  }

  /** Adds words and calls; returns how many answers the model had begun when the question was asked. */
  #addTrace(evidence: Growing<RunEvidence>, trace: Trace): number {
    const words = this.#hasTexts ? wordsOf(trace, () => this.#wrongTurn()) : null;
    if (words !== null) {
      const { question, answer, said } = words;
      if (question !== null) evidence.question = this.#text(question);
      if (answer !== null) evidence.answer = this.#text(answer);
      if (said.length > MAX_TURNS) this.#isCut = true;
      if (said.length > 0)
        evidence.said = said
          .slice(-MAX_TURNS)
          .map(({ role, text, turn }) => ({ role, text: this.#text(text), turn }));
    }
    if (this.#run.isRead) this.#addCalls(evidence, trace.calls, words?.results ?? null);
    return words?.asked ?? 0;
  }

  /** The answer of the model that made the first call with the worst verdict; undefined where no call is wrong. */
  #wrongTurn(): number | undefined {
    const { prepared, scores } = this.#run;
    let worst = WRONG.length;
    let turn: number | undefined;
    for (const [at, call] of (prepared?.calls ?? []).entries()) {
      const rank = worstRank(scores, at);
      if (rank < worst) [worst, turn] = [rank, call.turn];
    }
    return turn;
  }

  #addCalls(
    evidence: Growing<RunEvidence>,
    calls: readonly ToolCall[],
    results: readonly (string | undefined)[] | null,
  ): void {
    evidence.calls = this.#calls(calls, results);
    if (calls.length <= MAX_CALLS) return;
    evidence.moreCalls = calls.length - MAX_CALLS;
    this.#isCut = true;
  }

  /** The first calls of the trace, those that count as scorers see them. */
  #calls(
    calls: readonly ToolCall[],
    results: readonly (string | undefined)[] | null,
  ): readonly QuotedCall[] {
    const { prepared, scores } = this.#run;
    const quoted: QuotedCall[] = [];
    for (let place = 0; place < Math.min(calls.length, MAX_CALLS); place++) {
      const at = prepared === null ? -1 : (prepared.places?.indexOf(place) ?? place);
      const call = prepared?.calls[at] ?? calls[place]!;
      const verdict = at === -1 ? null : worstOf(scores, at);
      quoted.push(this.#call(call, verdict, results?.[place]));
    }
    return quoted;
  }

  #call(call: ToolCall, verdict: CallVerdict | null, result: string | undefined): QuotedCall {
    const { arguments: args, status, turn, requester } = call;
    const quoted: Growing<QuotedCall> = { tool: this.#name(formatTool(call)) };
    if (this.#hasTexts && args.state !== 'absent')
      quoted.arguments = args.state === 'parsed' ? this.#value(args.value) : this.#text(args.text);
    if (status !== null) quoted.status = status;
    if (verdict !== null) quoted.verdict = verdict;
    if (turn !== undefined) quoted.turn = turn;
    if (requester !== null) quoted.requester = this.#name(requester);
    if (result !== undefined) quoted.result = this.#result(result);
    return quoted;
  }

  #expectation(expected: QuotedExpectation): QuotedExpectation {
    const { calls, alternatives, rationale, agreed } = expected;
    const quoted: Growing<QuotedExpectation> = {
      calls: calls.slice(0, MAX_CALLS).map(({ tool, arguments: args }) => {
        const name = this.#name(tool);
        if (args === undefined || !this.#hasTexts) return { tool: name };
        return { tool: name, arguments: this.#value(args) };
      }),
    };
    if (alternatives !== undefined)
      quoted.alternatives = alternatives.map((tool) => this.#name(tool));
    if (rationale !== undefined && this.#hasTexts) quoted.rationale = this.#text(rationale);
    if (agreed !== undefined) quoted.agreed = agreed.map((name) => this.#name(name));
    return quoted;
  }

  #text(text: string): string {
    const start = pruneText(text);
    if (start !== text) this.#isCut = true;
    return this.#quotes.text(start);
  }

  /** What a tool returned is often JSON as text: members are secret by their names there, too. */
  #result(text: string): string {
    const isTooLong = text.length > MAX_RESULT_CHARS;
    const quoted = isTooLong ? '...' : (this.#quotes.value(text) as string);
    const start = pruneText(quoted);
    if (isTooLong || start !== quoted) this.#isCut = true;
    return start;
  }

  #value(value: Json): Json {
    const pruned = pruneJson(value);
    if (pruned.isCut) this.#isCut = true;
    return this.#quotes.value(pruned.value);
  }

  /** Names are not redacted here: those of the whole report are, in the end. */
  #name(name: string, bytes: number = MAX_NAME_BYTES): string {
    // No character has more than six bytes.
    if (6 * name.length + 2 <= bytes) return name;
    const cut = cutText(name, bytes) ?? '...';
    if (cut !== name) this.#isCut = true;
    return cut;
  }
}

/** The worst verdict of a call; null where all scorers are content. */
function worstOf(scores: readonly RunScore[], i: number): CallVerdict | null {
  return WORST[worstRank(scores, i)] ?? null;
}

function worstRank(scores: readonly RunScore[], i: number): number {
  let worst = WORST.length;
  for (const { verdicts } of scores) {
    const verdict = verdicts[i];
    if (verdict === undefined || verdict === 'hit' || verdict === 'ok') continue;
    const at = WORST.indexOf(verdict);
    if (at !== -1 && at < worst) worst = at;
  }
  return worst;
}

function addUsage(evidence: Growing<RunEvidence>, trace: Trace): void {
  const tokens = tokensOf(trace);
  const cost = trace.usage?.cost ?? null;
  const { durationMs } = trace;
  if (tokens !== null) evidence.tokens = tokens;
  if (cost !== null) evidence.cost = cost;
  if (durationMs !== undefined) evidence.durationMs = durationMs;
}

import type { Json } from '../json/json.ts';
import { noteNames } from '../redaction/index.ts';
import type {
  QuotedCall,
  QuotedExpectation,
  QuotedTurn,
  RunEvidence,
} from '../report/run-evidence.ts';
import { jsonBytes, utf8Bytes } from './json-bytes.ts';
import { MAX_EVIDENCE_BYTES } from './limits.ts';
import { TextShare } from './text-share.ts';

/** What lists of names may have at most where the whole does not fit. */
const MAX_CALLS = 1_600;
const MAX_EXPECTED = 600;
const MAX_NAMES = 200;
const MAX_GATES = 300;

type ExpectedCall = QuotedExpectation['calls'][number];

/** The evidence of a run in at most so many bytes. Results are cut first, names of calls and the question last. */
export function fitEvidence(
  whole: RunEvidence,
  limit: number = MAX_EVIDENCE_BYTES,
): FittedEvidence {
  const bytes = bytesOf(whole);
  if (bytes <= limit) return { evidence: whole, bytes };
  const names = withoutTexts(whole);
  const texts = new Texts(whole, names);
  texts.share(limit - bytesOf(names));
  const evidence = texts.assemble(names);
  return { evidence, bytes: bytesOf(evidence) };
}

/** An evidence, and how many bytes it has. */
export interface FittedEvidence {
  readonly evidence: RunEvidence;
  readonly bytes: number;
}

/** The report searches names for keys in the end: where the text is at hand, one look at it answers for all of them. */
function bytesOf(evidence: RunEvidence): number {
  const json = JSON.stringify(evidence);
  noteNames(evidence, json);
  return utf8Bytes(json);
}

/** The names alone, as many as there is room for. */
function withoutTexts(whole: RunEvidence): RunEvidence {
  const { question: _question, answer: _answer, said: _said, ...rest } = whole;
  const { calls, moreCalls = 0, expected, failedGates } = rest;
  const named = calls?.map(({ arguments: _arguments, result: _result, ...call }) => call);
  const kept = named === undefined ? undefined : within(named, MAX_CALLS);
  const more = moreCalls + (named?.length ?? 0) - (kept?.length ?? 0);
  return {
    ...rest,
    ...(kept === undefined ? {} : { calls: kept }),
    ...(more === 0 ? {} : { moreCalls: more }),
    ...(expected === undefined ? {} : { expected: expectedNames(expected) }),
    ...(failedGates === undefined ? {} : { failedGates: within(failedGates, MAX_GATES) }),
    cut: true,
  };
}

function expectedNames({ calls, alternatives, agreed }: QuotedExpectation): QuotedExpectation {
  return {
    calls: within(
      calls.map(({ tool }) => ({ tool })),
      MAX_EXPECTED,
    ),
    ...(alternatives === undefined ? {} : { alternatives: within(alternatives, MAX_NAMES) }),
    ...(agreed === undefined ? {} : { agreed: within(agreed, MAX_NAMES) }),
  };
}

/** The first items that together have at most so many bytes. */
function within<T>(items: readonly T[], bytes: number): readonly T[] {
  let left = bytes;
  const end = items.findIndex((item) => (left -= jsonBytes(item as Json) + 1) < 0);
  return end === -1 ? items : items.slice(0, end);
}

/** The texts and values of an evidence with their shares of the room. */
class Texts {
  readonly #question: TextShare[];
  readonly #answer: TextShare[];
  readonly #rationale: TextShare[];
  readonly #expected: (TextShare | null)[];
  readonly #arguments: (TextShare | null)[];
  readonly #results: (TextShare | null)[];
  readonly #said: { readonly turn: QuotedTurn; readonly text: TextShare }[];

  constructor(whole: RunEvidence, { calls = [], expected }: RunEvidence) {
    this.#question = textOf('question', whole.question);
    this.#answer = textOf('answer', whole.answer);
    this.#rationale = textOf('rationale', whole.expected?.rationale);
    this.#expected = (expected?.calls ?? []).map((_, i) =>
      shareOf('arguments', whole.expected?.calls[i]?.arguments),
    );
    const quoted = (whole.calls ?? []).slice(0, calls.length);
    this.#arguments = quoted.map((call) => shareOf('arguments', call.arguments));
    this.#results = quoted.map((call) => shareOf('result', call.result));
    this.#said = (whole.said ?? []).map((turn) => ({
      turn,
      text: new TextShare(turn.text, jsonBytes({ ...turn, text: '' }) + 1),
    }));
  }

  /** Shares the room out: first a little for each, then more for what says most. */
  share(room: number): void {
    const values = [...this.#expected, ...this.#arguments].filter(
      (textShare) => textShare !== null,
    );
    const results = this.#results.filter((result) => result !== null);
    // What was said last is nearest to the question.
    const said = this.#said.map(({ text }) => text).reverse();
    let left = room - (said.length > 0 ? SAID_KEY : 0);
    const grow = (shares: readonly TextShare[], bytes: number): void => {
      for (const share of shares) left -= share.grow(bytes, left);
    };
    for (const [question, answer, value] of [
      [800, 400, 120],
      [1_600, 1_000, 600],
    ] as const) {
      grow(this.#question, question);
      grow(this.#answer, answer);
      grow(values, value);
      grow(this.#rationale, value);
    }
    grow(said, 300);
    grow(results, 200);
    for (const shares of [values, this.#rationale, this.#answer, this.#question, said, results])
      grow(shares, room);
  }

  /** The names with the texts that have a share. */
  assemble(names: RunEvidence): RunEvidence {
    const { where, run, calls, moreCalls, expected, ...rest } = names;
    const said = this.#said.flatMap(({ turn, text: { value } }) =>
      value === undefined ? [] : [{ ...turn, text: value as string }],
    );
    return {
      where,
      ...(run === undefined ? {} : { run }),
      ...withText('question', this.#question[0]),
      ...withText('answer', this.#answer[0]),
      ...(said.length === 0 ? {} : { said }),
      ...(calls === undefined ? {} : { calls: calls.map((call, i) => this.#callAt(call, i)) }),
      ...(moreCalls === undefined ? {} : { moreCalls }),
      ...(expected === undefined ? {} : { expected: this.#expectedOf(expected) }),
      ...rest,
    };
  }

  #callAt({ tool, ...call }: QuotedCall, i: number): QuotedCall {
    return {
      tool,
      ...withText('arguments', this.#arguments[i]),
      ...call,
      ...withText('result', this.#results[i]),
    };
  }

  #expectedOf({ calls, alternatives, agreed }: QuotedExpectation): QuotedExpectation {
    return {
      calls: calls.map(({ tool }, i): ExpectedCall => ({
        tool,
        ...withText('arguments', this.#expected[i]),
      })),
      ...(alternatives === undefined ? {} : { alternatives }),
      ...withText('rationale', this.#rationale[0]),
      ...(agreed === undefined ? {} : { agreed }),
    };
  }
}

const SAID_KEY = '"said":[],'.length;

function textOf(key: string, text: string | undefined): TextShare[] {
  const share = shareOf(key, text);
  return share === null ? [] : [share];
}

function shareOf(key: string, value: Json | undefined): TextShare | null {
  return value === undefined ? null : new TextShare(value, key.length + '"":,'.length);
}

function withText<Key extends string>(
  key: Key,
  share: TextShare | null | undefined,
): { readonly [K in Key]?: never } {
  const value = share?.value;
  return (value === undefined ? {} : { [key]: value }) as object;
}

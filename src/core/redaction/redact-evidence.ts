import { isJsonObject, type Json } from '../json/json.ts';
import type { QuotedTool, RunEvidence } from '../report/run-evidence.ts';
import { REDACTED } from './placeholder.ts';
import type { Quotes } from './quotes.ts';

/** The texts and values of an evidence, in the order in which placeholders are numbered. */
export function sourcesOfEvidence(evidence: RunEvidence): readonly Json[] {
  const { calls = [], expected, question, said = [], answer } = evidence;
  const values = [
    ...calls.map((call) => call.arguments),
    ...(expected?.calls.map((call) => call.arguments) ?? []),
    expected?.rationale,
    question,
    ...said.map(({ text }) => text),
    answer,
    ...calls.map(({ result }) => result),
  ];
  return values.filter((value) => value !== undefined);
}

/** The evidence of a saved report without what its redaction left in it. */
export function redactEvidence(evidence: RunEvidence, quotes: Quotes): RunEvidence {
  const { question, answer, said, calls, expected } = evidence;
  return {
    ...evidence,
    ...(question === undefined ? {} : { question: quoteCut(question, quotes) }),
    ...(answer === undefined ? {} : { answer: quoteCut(answer, quotes) }),
    ...(said === undefined
      ? {}
      : { said: said.map((turn) => ({ ...turn, text: quoteCut(turn.text, quotes) })) }),
    ...(calls === undefined
      ? {}
      : {
          calls: calls.map(({ result, ...call }) => ({
            ...withArguments(call, quotes),
            ...(result === undefined ? {} : { result: quoteCut(result, quotes) }),
          })),
        }),
    ...(expected === undefined
      ? {}
      : {
          expected: {
            ...expected,
            calls: expected.calls.map((call) => withArguments(call, quotes)),
            ...(expected.rationale === undefined
              ? {}
              : { rationale: quoteCut(expected.rationale, quotes) }),
          },
        }),
  };
}

/** A list of offered tools without what its redaction left in it. */
export function redactTools(tools: readonly QuotedTool[], quotes: Quotes): readonly QuotedTool[] {
  return tools.map((tool) =>
    tool.description === undefined
      ? tool
      : { ...tool, description: quoteCut(tool.description, quotes) },
  );
}

function withArguments<T extends { readonly arguments?: Json }>(call: T, quotes: Quotes): T {
  const { arguments: args } = call;
  return args === undefined ? call : { ...call, arguments: cutWords(quotes.value(args)) };
}

/** The end of a text that was cut, or of a value in it. */
const CUT_WORD = /(?<![\w+/=-])[\w+/=-]{8,}\.\.\./g;

/** Half of a secret is not recognised: a long word that was cut goes. */
export function quoteCut(text: string, quotes: Quotes): string {
  return cutWord(quotes.value(text) as string);
}

function cutWord(text: string): string {
  return text.replace(CUT_WORD, `${REDACTED}...`);
}

function cutWords(value: Json): Json {
  if (typeof value === 'string') return cutWord(value);
  if (Array.isArray(value)) return value.map((item: Json) => cutWords(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cutWords(member)]));
}

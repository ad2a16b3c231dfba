import { worstStatus } from '../draft/read-status.ts';
import { resultText } from '../draft/result-text.ts';
import { readAiSdk } from './ai-sdk.ts';
import { NO_ANSWER, orElse } from './answer.ts';
import type { Attributes } from './attributes.ts';
import { type Findings, NONE, type SpanFacts } from './findings.ts';
import { readOutcome } from '../draft/read-outcome.ts';
import { readGenAi } from './genai.ts';
import { readOpenInference } from './openinference.ts';
import { readMessagesIn } from './read-messages.ts';
import { readVendors } from './vendors.ts';

export type { SpanFacts };

const NOTHING: SpanFacts = {
  kind: 'other',
  toolName: null,
  callId: null,
  server: null,
  arguments: undefined,
  status: null,
  result: undefined,
  isUpdate: false,
  agent: null,
  model: null,
  input: [],
  output: NO_ANSWER,
  inputValue: undefined,
  outputValue: undefined,
  tools: null,
  usage: null,
  responseId: null,
  repeated: [],
  finishReason: null,
};

/** A span may speak several dialects at once; of what they say about one thing the first is taken. */
const DIALECTS: readonly ((name: string, attributes: Attributes) => Findings)[] = [
  readGenAi,
  readAiSdk,
  readOpenInference,
  readVendors,
];

/** What a span tells by its name and attributes, in the words of all conventions that we know. */
export function readSpanFacts(name: string, attributes: Attributes): SpanFacts {
  let facts = NOTHING;
  for (const read of DIALECTS) {
    const found = read(name, attributes);
    if (found !== NONE) facts = merge(facts, found);
  }
  return facts.kind === 'tool' || facts.kind === 'mcp' ? withResult(facts) : facts;
}

/**
 * A call with what its result says. The message that goes back to the model has the id of the call and the tool's name, where
 * spans of LangChain may have the name of a class; an MCP result says whether the tool failed.
 */
function withResult(facts: SpanFacts): SpanFacts {
  const { outputValue } = facts;
  const messages = typeof outputValue === 'object' ? readMessagesIn(outputValue) : [];
  const result = messages.flatMap(({ results }) => results).find(({ id }) => id !== null);
  const told = worstStatus(result?.status ?? null, readOutcome(outputValue));
  return {
    ...facts,
    toolName: result?.name ?? facts.toolName,
    callId: facts.callId ?? result?.id ?? null,
    arguments: facts.arguments ?? facts.inputValue,
    status: facts.status ?? (told === 'error' || told === 'unreadable' ? told : null),
    result: result?.text ?? resultText(outputValue),
  };
}

function merge(facts: SpanFacts, found: Findings): SpanFacts {
  return {
    kind: facts.kind === 'other' ? (found.kind ?? 'other') : facts.kind,
    toolName: facts.toolName ?? found.toolName ?? null,
    callId: facts.callId ?? found.callId ?? null,
    server: facts.server ?? found.server ?? null,
    arguments: facts.arguments ?? found.arguments,
    status: facts.status ?? found.status ?? null,
    result: undefined,
    isUpdate: facts.isUpdate || found.isUpdate === true,
    agent: facts.agent ?? found.agent ?? null,
    model: facts.model ?? found.model ?? null,
    input: facts.input.length > 0 ? facts.input : (found.input ?? []),
    output: found.output === undefined ? facts.output : orElse(facts.output, found.output),
    inputValue: facts.inputValue ?? found.inputValue,
    outputValue: facts.outputValue ?? found.outputValue,
    tools: facts.tools ?? found.tools ?? null,
    usage: facts.usage ?? found.usage ?? null,
    responseId: facts.responseId ?? found.responseId ?? null,
    repeated: facts.repeated.length > 0 ? facts.repeated : (found.repeated ?? []),
    finishReason: facts.finishReason ?? found.finishReason ?? null,
  };
}

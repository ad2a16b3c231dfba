import { worstStatus } from '../draft/read-status.ts';
import { resultText } from '../draft/result-text.ts';
import { readAiSdk } from './ai-sdk.ts';
import { NO_ANSWER, orFallback } from './answer.ts';
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
  responseModel: null,
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

/** A span may use several dialects at once; the first that has a value wins. */
const DIALECTS: readonly ((name: string, attributes: Attributes) => Findings)[] = [
  readGenAi,
  readAiSdk,
  readOpenInference,
  readVendors,
];

/** The facts of a span by its name and attributes, in all supported conventions. */
export function readSpanFacts(name: string, attributes: Attributes): SpanFacts {
  let facts = NOTHING;
  for (const read of DIALECTS) {
    const findings = read(name, attributes);
    if (findings !== NONE) facts = merge(facts, findings);
  }
  return completeFacts(facts);
}

/** The facts of a span whose format says what it is, and so needs no attributes. */
export function factsOf(findings: Findings): SpanFacts {
  return completeFacts(merge(NOTHING, findings));
}

function completeFacts(facts: SpanFacts): SpanFacts {
  return facts.kind === 'tool' || facts.kind === 'mcp' ? withResult(facts) : facts;
}

/**
 * A call with the facts of its result. The message to the model has the id of the call and the tool's name, where spans
 * of LangChain may have the name of a class. An MCP result says whether the tool failed.
 */
function withResult(facts: SpanFacts): SpanFacts {
  const { outputValue } = facts;
  const messages = typeof outputValue === 'object' ? readMessagesIn(outputValue) : [];
  const result = messages.flatMap(({ results }) => results).find(({ id }) => id !== null);
  const reported = worstStatus(result?.status ?? null, readOutcome(outputValue));
  return {
    ...facts,
    toolName: result?.name ?? facts.toolName,
    callId: facts.callId ?? result?.id ?? null,
    arguments: facts.arguments ?? facts.inputValue,
    status: facts.status ?? (reported === 'error' || reported === 'unreadable' ? reported : null),
    result: result?.text ?? resultText(outputValue),
  };
}

function merge(facts: SpanFacts, findings: Findings): SpanFacts {
  return {
    kind: facts.kind === 'other' ? (findings.kind ?? 'other') : facts.kind,
    toolName: facts.toolName ?? findings.toolName ?? null,
    callId: facts.callId ?? findings.callId ?? null,
    server: facts.server ?? findings.server ?? null,
    arguments: facts.arguments ?? findings.arguments,
    status: facts.status ?? findings.status ?? null,
    result: undefined,
    isUpdate: facts.isUpdate || findings.isUpdate === true,
    agent: facts.agent ?? findings.agent ?? null,
    model: facts.model ?? findings.model ?? null,
    responseModel: facts.responseModel ?? findings.responseModel ?? null,
    input: facts.input.length > 0 ? facts.input : (findings.input ?? []),
    output:
      findings.output === undefined ? facts.output : orFallback(facts.output, findings.output),
    inputValue: facts.inputValue ?? findings.inputValue,
    outputValue: facts.outputValue ?? findings.outputValue,
    tools: facts.tools ?? findings.tools ?? null,
    usage: facts.usage ?? findings.usage ?? null,
    responseId: facts.responseId ?? findings.responseId ?? null,
    repeated: facts.repeated.length > 0 ? facts.repeated : (findings.repeated ?? []),
    finishReason: facts.finishReason ?? findings.finishReason ?? null,
  };
}

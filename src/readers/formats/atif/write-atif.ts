import {
  type Json,
  type JsonObject,
  stringifyJson,
  toNativeTrace,
  type Trace,
  wordsOf,
} from '#core';
import { AtifSteps, OWN } from './atif-steps.ts';

/**
 * Writes a trace as a trajectory of ATIF 1.7. What the format lacks (servers, requesters, failures, an error of the
 * run) is in `extra`, as a native trace names it, so that `readOwn` returns the same trace.
 */
export function toAtif(trace: Trace, ordinal = 0): JsonObject {
  const { tool_calls: _, tools, input, output, said: __, ...rest } = toNativeTrace(trace);
  const { said = [] } = trace;
  const question = typeof input === 'string' ? input : (wordsOf(trace).question ?? '');
  const steps = new AtifSteps();
  const isSaid = said.some(({ role, text }) => role === 'user' && text === question);
  if ((question !== '' || input === '') && !isSaid) steps.addMessage('user', question);
  const saidSteps = steps.addRun(trace.calls, said);
  if (output !== undefined)
    steps.addMessage('agent', typeof output === 'string' ? output : stringifyJson(output));
  const answer = steps.list.length;
  if (!steps.list.some(({ source }) => source === 'agent')) steps.addMessage('agent', '');
  const first = steps.list.findIndex(
    ({ source, message }) => source === 'user' && message === question,
  );
  return {
    schema_version: 'ATIF-v1.7',
    session_id: trace.id ?? `whichtool-${ordinal}`,
    agent: {
      name: trace.agent ?? 'agent',
      version: 'unknown',
      ...given('model_name', trace.model),
      ...given('tool_definitions', trace.offered?.map(toTool)),
    },
    steps: steps.list.map((step, i) => ({
      step_id: i + 1,
      ...(i === 0 ? given('timestamp', trace.startedAt) : {}),
      ...step,
    })),
    ...given('final_metrics', metricsOf(trace)),
    extra: {
      [OWN]: {
        ...(rest as JsonObject),
        ...(trace.offered?.every(isPlain) === false ? { tools: tools as unknown as Json } : {}),
        ...(typeof input === 'string' ? { input_step: first + 1 } : given('input', input)),
        ...(typeof output === 'string' ? { output_step: answer } : given('output', output)),
        ...(saidSteps.length === 0 ? {} : { said: saidSteps }),
      },
    },
  };
}

type ToolOffer = NonNullable<Trace['offered']>[number];

/** Whether the format has a place for everything that is recorded of a tool. */
function isPlain({ server, cost, agents, inputSchema }: ToolOffer): boolean {
  const hasSchema = typeof inputSchema === 'object' && inputSchema !== null;
  return server === null && cost === null && agents === undefined && hasSchema;
}

function toTool({ name, description, inputSchema }: ToolOffer): JsonObject {
  const parameters = typeof inputSchema === 'object' && inputSchema !== null ? inputSchema : {};
  return { type: 'function', function: { name, ...given('description', description), parameters } };
}

function metricsOf({ usage }: Trace): JsonObject | null {
  if (usage === null) return null;
  return {
    ...given('total_prompt_tokens', usage.inputTokens),
    ...given('total_completion_tokens', usage.outputTokens),
    ...given('total_cost_usd', usage.cost),
  };
}

/** A member, where it is known. */
function given(key: string, value: Json | undefined): JsonObject {
  return value === undefined || value === null ? {} : { [key]: value };
}

import type { JsonObject } from '#core';
import type { ChatUsage } from '../chat.ts';
import type { DriveTask } from '../driver.ts';
import { costOf, type Prices } from '../models/prices.ts';
import { callableTools, type ToolSession } from '../tool-session.ts';
import type { ModelDriverOptions } from './model-driver-options.ts';
import { recordedInput } from '../run-input.ts';

/** Why a run ended before the model had answered everything. */
export type StopReason = 'max_turns' | 'first_decision';

/** What a run brought. */
interface RunOutcome {
  readonly calls: readonly JsonObject[];
  /** The id of the model that answered last; empty where it was not reported. */
  readonly model: string;
  /** The model of most answers; null where none was reported. */
  readonly mainModel: string | null;
  readonly output: string;
  readonly usage: ChatUsage | null;
  readonly stopped: StopReason | null;
  readonly durationMs: number | null;
}

/** A run as a native trace. */
export function runTrace(
  { agent, modelId, prices = null }: ModelDriverOptions,
  task: DriveTask,
  { tools, catalogSha256 }: ToolSession,
  { calls, model, mainModel, output, usage, stopped, durationMs }: RunOutcome,
): JsonObject {
  return {
    id: task.id,
    agent,
    model: mainModel ?? modelId,
    run: task.run,
    input: recordedInput(task),
    tool_calls: calls,
    tools: callableTools(tools).map(({ server, name, description, inputSchema }) => ({
      name,
      ...(server === null ? {} : { server }),
      description,
      input_schema: inputSchema,
    })),
    output,
    ...(usage === null ? {} : { usage: nativeUsage(usage, prices) }),
    metadata: {
      model: model === '' ? null : model,
      requested: modelId,
      catalog_sha256: catalogSha256,
      ...(stopped === null ? {} : { stopped }),
    },
    ...(durationMs === null ? {} : { duration_ms: durationMs }),
  };
}

function nativeUsage(usage: ChatUsage, prices: Prices | null): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    ...(prices === null ? {} : { cost: costOf(usage, prices) }),
  };
}

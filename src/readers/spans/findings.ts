import type { Json, ToolSpec, Usage } from '#core';
import type { DraftStatus } from '../draft/read-status.ts';
import type { Message } from '../messages/message.ts';
import type { Answer } from './answer.ts';

/** What a span is about. `mcp`: a request to an MCP server, or its handling there. */
export type SpanSubject = 'tool' | 'mcp' | 'model' | 'agent' | 'other';

/** What the attributes of a span contain, in any dialect. */
export interface SpanFacts {
  readonly kind: SpanSubject;
  /** The tool's name in the attributes, otherwise the span's name without its prefix. */
  readonly toolName: string | null;
  readonly callId: string | null;
  readonly server: string | null;
  /** As recorded; undefined when the span does not have them. */
  readonly arguments: Json | undefined;
  /** `error`, `denied` or `missing` where an attribute says so; null leaves it to the status of the span. */
  readonly status: DraftStatus | null;
  /** Of a call: what came back, as text. */
  readonly result: string | undefined;
  /** Whether it is one of several spans of a framework that record the same call under a parent. */
  readonly isUpdate: boolean;
  readonly agent: string | null;
  /** The model that was asked, or that answered where only that is recorded. */
  readonly model: string | null;
  /** The model that answered, where the attributes have both. */
  readonly responseModel: string | null;
  /** The input of the model, earlier turns included, and its answer. */
  readonly input: readonly Message[];
  readonly output: Answer;
  /** What went in and came out of spans that have no messages. */
  readonly inputValue: Json | undefined;
  readonly outputValue: Json | undefined;
  /** Null when the span does not say what was on offer. */
  readonly tools: readonly ToolSpec[] | null;
  readonly usage: Partial<Usage> | null;
  /** What the provider calls the answer. */
  readonly responseId: string | null;
  /** Messages of the run that a span around models and tools repeats. */
  readonly repeated: readonly Message[];
  /** Why the model stopped; null when no attribute says, though its answer may. */
  readonly finishReason: string | null;
}

/** What a dialect finds; absent members are unknown to it. */
export type Findings = { readonly [K in keyof SpanFacts]?: SpanFacts[K] | undefined };

/** What a dialect finds in a span that does not speak it. */
export const NONE: Findings = {};

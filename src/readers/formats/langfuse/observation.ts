import type { AnswerFault } from '../../draft/run-draft.ts';
import type { Json, ToolSpec, Usage } from '#core';
import type { MessageCall, MessageResult } from '../../messages/message.ts';
import type { Execution } from './joined-calls.ts';

/** What is used of an observation: payloads are read when it arrives, and not kept. */
export interface Observation {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: 'model' | 'tool' | 'agent' | 'other';
  /** Its type, where that is unknown; otherwise null. */
  readonly unknownType: string | null;
  /** The agent that it is; null for other observations, or without a name. */
  readonly agent: string | null;
  /** Its start, for ordering: last when that is unknown. */
  readonly startMs: number;
  readonly startedAt: string | undefined;
  readonly durationMs: number | undefined;
  /** Why it failed, or was cut off; null when it did not. */
  readonly failure: string | null;
  /** The execution of a tool; null for other observations. */
  readonly execution: Execution | null;
  /** Whether it is one of several spans under a parent that record the same call. */
  readonly isUpdate: boolean;
  readonly said: Said;
  /** Of a model: why its requested calls are unknown; null when they are known. */
  readonly lack: AnswerFault | null;
  readonly model: string | null;
  /** The model that answered, where the attributes of its span say so. */
  readonly responseModel: string | null;
  /** The item of the dataset that an experiment ran it for. */
  readonly item: string | null;
  readonly usage: Partial<Usage>;
  /** What it records about its trace. */
  readonly context: ReadonlyMap<string, Json>;
}

/** What the input and the output of an observation say. */
export interface Said {
  /** What a model requested. */
  readonly calls: readonly MessageCall[];
  /** What came back for calls. */
  readonly results: readonly MessageResult[];
  readonly userText: string | null;
  readonly answer: string | null;
  readonly tools: readonly ToolSpec[];
  /** The unknown types of parts of a model's answer. */
  readonly unknown?: readonly string[];
}

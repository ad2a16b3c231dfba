import type { AnswerFault } from '../../draft/run-draft.ts';
import type { Json, ToolSpec, Usage } from '#core';
import type { MessageCall, MessageResult } from '../../messages/message.ts';
import type { Execution } from './joined-calls.ts';

/** What matters of an observation: payloads are read when it arrives, and not kept. */
export interface Observation {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: 'model' | 'tool' | 'agent' | 'other';
  /** Its type, where that is not known; null when it is. */
  readonly unknownType: string | null;
  /** The agent that it is; null when it is none, or has no name. */
  readonly agent: string | null;
  /** When it began, for ordering: last when that is not known. */
  readonly startMs: number;
  readonly startedAt: string | undefined;
  readonly durationMs: number | undefined;
  /** Why it failed, or was cut off; null when it did not. */
  readonly failure: string | null;
  /** The run of a tool; null when it is none. */
  readonly execution: Execution | null;
  /** One of several spans under one parent that tell of the same call. */
  readonly isUpdate: boolean;
  readonly said: Said;
  /** Of a model: why it is not known what it asked for; null when it is. */
  readonly lack: AnswerFault | null;
  readonly model: string | null;
  /** The item of the dataset that an experiment ran it for. */
  readonly item: string | null;
  readonly usage: Partial<Usage>;
  /** What it tells of its trace. */
  readonly context: ReadonlyMap<string, Json>;
}

/** What the input and the output of an observation say. */
export interface Said {
  /** What a model asked for. */
  readonly calls: readonly MessageCall[];
  /** What came back for calls. */
  readonly results: readonly MessageResult[];
  readonly userText: string | null;
  readonly answer: string | null;
  readonly tools: readonly ToolSpec[];
  /** The types of parts of a model's answer that are not known. */
  readonly unknown?: readonly string[];
}

import type { Json, JsonObject } from '../json/json.ts';
import type { CallStatus, Said, SchemaCheck } from './trace.ts';

/** A call as it is written in a native trace. */
export interface NativeCall {
  readonly name: string;
  readonly server?: string | null;
  /** An object, or the text that the model wrote. */
  readonly arguments?: JsonObject | string | null;
  readonly id?: string | null;
  readonly status?: CallStatus | null;
  /** What came back: text, or any other JSON. */
  readonly result?: Json;
  /** Who asked, when it was not the agent itself. */
  readonly requester?: string | null;
  /** Which answer of the model asked for it, from 1. */
  readonly turn?: number | null;
  /** What the model wrote, where that is not the tool's own name. */
  readonly raw_name?: string | null;
  /** Whether its arguments fitted the schema of its tool before they were redacted. */
  readonly schema_check?: SchemaCheck | null;
  /** ISO 8601. */
  readonly started_at?: string | null;
  readonly duration_ms?: number | null;
}

/** A tool that was offered, as it is written in a native trace. */
export interface NativeTool {
  readonly name: string;
  readonly server?: string | null;
  readonly description?: string | null;
  readonly input_schema?: JsonObject | boolean | null;
  readonly cost?: number | null;
}

/** A trace as it is written in files and by programs. Only `tool_calls` is required. */
export interface NativeTrace {
  readonly tool_calls: readonly NativeCall[];
  readonly id?: string | null;
  readonly test?: string | null;
  readonly case?: string | null;
  readonly agent?: string | null;
  /** The model of most answers of the agent. */
  readonly model?: string | null;
  readonly run?: number | null;
  readonly input?: Json;
  readonly tools?: readonly NativeTool[] | null;
  readonly output?: Json;
  readonly usage?: {
    readonly input_tokens?: number | null;
    readonly output_tokens?: number | null;
    readonly cost?: number | null;
  } | null;
  readonly error?:
    | string
    | {
        readonly message: string;
        readonly code?: string;
        readonly pointer?: string;
        readonly types?: readonly string[];
      }
    | null;
  /** Only a part of the run was observed. */
  readonly partial?: boolean | null;
  readonly metadata?: JsonObject | null;
  /** What was said before the last answer. */
  readonly said?: readonly Said[] | null;
  /** How many answers the model gave, where calls, `said` and `output` do not say. */
  readonly answers?: number | null;
  /** ISO 8601. */
  readonly started_at?: string | null;
  readonly duration_ms?: number | null;
}

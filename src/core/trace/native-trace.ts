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
  /** The sub-agents that it is offered to, `agent` for the agent itself; left out: all of them. */
  readonly agents?: readonly string[] | null;
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

/** A member that may be left out, null or undefined, as programs have them. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** A call as a program passes it: its arguments may be of any type that JSON can be written of. */
export interface CallInput extends Loose<Omit<NativeCall, 'name' | 'arguments' | 'result'>> {
  readonly name: string;
  /** An object of any type, or the text that the model wrote. */
  readonly arguments?: unknown;
  readonly result?: unknown;
}

/** A trace as a program passes it. Only `tool_calls` is required. */
export interface TraceInput extends Loose<
  Omit<NativeTrace, 'tool_calls' | 'input' | 'output' | 'metadata' | 'tools'>
> {
  readonly tool_calls: readonly CallInput[];
  readonly input?: unknown;
  readonly output?: unknown;
  readonly metadata?: object | null | undefined;
  readonly tools?:
    | readonly (Loose<Omit<NativeTool, 'name' | 'input_schema'>> & {
        readonly name: string;
        readonly input_schema?: object | boolean | null | undefined;
      })[]
    | null
    | undefined;
}

import type { Issue, IssueCode } from '../issues/issue.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** A tool: a server (or none) and a name. The dotted string is only a spelling of it. */
export interface ToolRef {
  readonly server: string | null;
  readonly name: string;
}

/** What a call passed: a JSON object, text that is not one, or nothing. */
export type Arguments =
  | { readonly state: 'parsed'; readonly value: JsonObject }
  | { readonly state: 'unparsed'; readonly text: string }
  | { readonly state: 'absent' };

/** How a call ended; null when the trace does not say. */
export type CallStatus = 'ok' | 'error' | 'denied' | 'missing';

/** Whether arguments fit the schema of their tool. */
export type SchemaCheck = 'valid' | 'invalid';

/** One tool call that was chosen during a run. */
export interface ToolCall extends ToolRef {
  readonly arguments: Arguments;
  readonly id: string | null;
  /** Who asked: null is the agent itself, `user` a simulated user, anything else a sub-agent's name. */
  readonly requester: string | null;
  readonly status: CallStatus | null;
  /** What came back as text, where the record has it whole. Only a `failed_when` rule looks at it. */
  readonly result?: string;
  /** Which answer of the model asked for it, from 1, where it is recorded. */
  readonly turn?: number;
  /** What the model wrote, where that is not the tool's own name: `mcp__brave__web_search`. */
  readonly rawName?: string;
  /** Whether its arguments fitted the schema of its tool before they were redacted, where it is recorded. */
  readonly schemaCheck?: SchemaCheck;
  /** When it began (ISO 8601, UTC) and how long it took, where it is recorded. Nothing is scored by them. */
  readonly startedAt?: string;
  readonly durationMs?: number;
}

/** A tool that was offered to the agent. */
export interface ToolSpec extends ToolRef {
  readonly description: string | null;
  readonly inputSchema: JsonObject | boolean | null;
  readonly cost: number | null;
  /** The agents that it is offered to (`agent` is the agent itself, others are sub-agents); absent: all of them. */
  readonly agents?: readonly string[];
}

/** Tokens and money that a run used. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cost: number | null;
}

/** Something that was said during a run, that a tool returned, or that the system prompt says. */
export interface Said {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** How many answers the model had begun by then: of an answer itself, which one it is. */
  readonly turn: number;
  /** Of what a tool gave back: the call and the tool, where it is recorded. */
  readonly id?: string;
  readonly name?: string;
}

/** Why the record of a run cannot be measured: an unknown part, a cut answer. Its message is the trace's `error`. */
export interface TraceFault {
  readonly code: IssueCode;
  /** JSON pointer inside the record. */
  readonly pointer?: string;
  /** Of an unknown part: all types that the reader does not know, where `ignore_types` may name them. */
  readonly types?: readonly string[];
}

/** What one run of an agent did. */
export interface Trace {
  readonly id: string | null;
  readonly test: string | null;
  readonly case: string | null;
  readonly agent: string | null;
  /** The model of most answers of the agent, as the record names it (`AnswerModels`). */
  readonly model?: string;
  readonly run: number | null;
  readonly input: Json;
  readonly calls: readonly ToolCall[];
  /** The tools the agent could choose from; null when the trace does not say. */
  readonly offered: readonly ToolSpec[] | null;
  readonly output: Json;
  readonly usage: Usage | null;
  /** Why the run is not measured: it crashed, or its record is incomplete (`fault`). Never "called nothing". */
  readonly error: string | null;
  /** Present where `error` is about the record and not about the agent. */
  readonly fault?: TraceFault;
  /** Only a part of the run was observed: it may have made further calls. */
  readonly partial?: true;
  readonly metadata: JsonObject | null;
  /** What was said before the last answer, where the record has more than the input. Nothing is scored by it. */
  readonly said?: readonly Said[];
  /** How many answers the model gave, where `countAnswers` cannot derive it from calls, words and output. */
  readonly answers?: number;
  /** When the run began (ISO 8601, UTC) and how long it took, where it is recorded. */
  readonly startedAt?: string;
  readonly durationMs?: number;
  /** What was odd about the record, though it could be read. */
  readonly issues: readonly Issue[];
}

/** The tool as people write it: `server.name`, or `name` when no server was recorded. */
export function formatTool(tool: ToolRef): string {
  return tool.server === null ? tool.name : `${tool.server}.${tool.name}`;
}

const NO_ARGUMENTS: JsonObject = {};

/** What a call passed as an object: `{}` when it passed nothing, null when that was not a JSON object. */
export function argumentsOf({ arguments: args }: ToolCall): JsonObject | null {
  if (args.state === 'parsed') return args.value;
  return args.state === 'absent' ? NO_ARGUMENTS : null;
}

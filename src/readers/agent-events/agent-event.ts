import { type Json, parseJson } from '#core';
import { textOf } from '../draft/text-of.ts';
import type { Span } from '../spans/span.ts';

/** A log event of a coding agent. */
export interface AgentEvent {
  /** `claude_code.tool_result`, `codex.tool_result`, `gemini_cli.tool_call`, … */
  readonly name: string;
  readonly session: string;
  readonly service: string | null;
  readonly timeMs: number | null;
  readonly attributes: ReadonlyMap<string, Json>;
}

const NAME = /^(?:claude_code|codex|gemini_cli|qwen-code)\.[a-z]/;

/** Reads a log record as an event of a coding agent; null where it is not. Events without a session share one. */
export function readAgentEvent({ attributes, events, service, startMs }: Span): AgentEvent | null {
  const name = [attributes.get('event.name'), events[0]?.name, events[0]?.attributes.get('content')]
    .map((value) => textOf(value) ?? '')
    .find((value) => NAME.test(value));
  if (name === undefined) return null;
  const session = attributes.get('session.id') ?? attributes.get('conversation.id');
  return { name, session: textOf(session) ?? '', service, timeMs: startMs, attributes };
}

/** A flag that may be text. */
export function readFlag(value: Json | undefined): boolean | null {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
}

/** An attribute that contains JSON; undefined without it, or where it is not JSON. */
export function readJsonText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : undefined;
}

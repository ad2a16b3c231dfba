import type { JsonObject } from '#core';
import { readLogRecord } from './span.ts';
import { readAgentEvent } from '../agent-events/agent-event.ts';

/** The session of a log record of OTLP that is an event of a coding agent; null for other records. */
export function agentSessionOf(record: JsonObject): string | null {
  const log = readLogRecord(record, null);
  const event = log === null ? null : readAgentEvent(log);
  return event === null || event.session === '' ? null : event.session;
}

// Agent Client Protocol 1: JSON-RPC messages between an editor and an agent, as loggers write them. Calls need the `name`
// that the protocol has since 2026; a title is not the name of a tool.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { openMessage, isOurs } from './message.ts';
import { AcpRun } from './acp-run.ts';

/** Logs of the Agent Client Protocol: one run per session. */
export const acpFormat: TraceFormat = {
  id: 'acp',
  title: 'Agent Client Protocol logs',
  joinsFiles: false,
  sniff: (record) => {
    const message = openMessage(record);
    return message !== null && isOurs(message) ? 'part' : 'none';
  },
  open: (output) => new AcpLog(output),
};

class AcpLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs = new Map<string, AcpRun>();
  /** The session of the message before. */
  #last: string | null = null;
  /** The first message; without any session the log has no run. */
  #first: Place | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const message = openMessage(record);
    if (message === null || lacksSession(message)) {
      const text =
        message === null
          ? 'there is no JSON-RPC message in this record, neither bare nor wrapped'
          : 'this message must name its session';
      this.#output.error(readIssue('TRACE_SCHEMA', text, { where }));
      return;
    }
    this.#first ??= where;
    const session = sessionOf(message) ?? this.#last;
    if (session === null) return;
    this.#last = session;
    const run = this.#runs.get(session) ?? new AcpRun(where, session);
    this.#runs.set(session, run);
    run.add(message, where);
  }

  end(): void {
    for (const run of this.#runs.values()) this.#output.trace(run.finish(), run.where);
    if (this.#runs.size === 0 && this.#first !== null)
      this.#output.error(
        readIssue('TRACE_SCHEMA', 'the log has no session', { where: this.#first }),
      );
  }
}

/** Whether a message that belongs to a session does not say to which. */
function lacksSession({ method, params }: JsonObject): boolean {
  const isOfSession =
    method === 'session/update' ||
    method === 'session/prompt' ||
    method === 'session/request_permission';
  return isOfSession && textOf(objectOf(params).sessionId) === null;
}

/** The session that a message names: in its parameters, or in the answer that opens it. */
function sessionOf({ params, result }: JsonObject): string | null {
  const named = textOf(objectOf(params).sessionId);
  return named ?? (isJsonObject(result) ? textOf(result.sessionId) : null);
}

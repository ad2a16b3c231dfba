// JSON-RPC messages of the Model Context Protocol as loggers write them: revisions 2024-11-05 to 2026-07-28.
import type { Json, Place } from '#core';
import { count } from '../../draft/count.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { openEnvelope, sessionOfLost } from './envelope.ts';
import { WireRun } from './wire-run.ts';
import { readIssue } from '../../records/read-codes.ts';

/** Logs of the MCP wire, bare or wrapped: one run per file, or per session where the log has sessions. */
export const mcpWireFormat: TraceFormat = {
  id: 'mcp-wire',
  title: 'MCP wire log',
  joinsFiles: false,
  sniff: (record) => (openEnvelope(record) === null ? 'none' : 'part'),
  open: (output) => new WireLog(output),
};

class WireLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs = new Map<string | null, WireRun>();
  #strange: { records: number; readonly where: Place } | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const envelope = openEnvelope(record);
    const session = sessionOfLost(record);
    if (session !== undefined) {
      this.#runOf(session, where).loseMessage(where);
      return;
    }
    if (envelope === null) {
      this.#strange ??= { records: 0, where };
      this.#strange.records += 1;
      return;
    }
    this.#runOf(envelope.session, where).add(envelope);
  }

  #runOf(session: string | null, where: Place): WireRun {
    const run = this.#runs.get(session) ?? new WireRun(where, session);
    this.#runs.set(session, run);
    return run;
  }

  end(): void {
    for (const run of this.#runs.values()) this.#output.trace(run.finish(), run.where);
    if (this.#strange === null) return;
    const { records, where } = this.#strange;
    if (this.#runs.size === 0)
      this.#output.error(
        readIssue(
          'TRACE_SCHEMA',
          'there is no JSON-RPC message in this file, neither bare nor wrapped',
          {
            where,
            hint: 'a record is { "jsonrpc": "2.0", … } or { "server", "dir", "ts", "msg": { "jsonrpc": "2.0", … } }',
          },
        ),
      );
    else
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${count(records, 'record', 'records')} without a JSON-RPC message left out`,
          { where },
        ),
      );
  }
}

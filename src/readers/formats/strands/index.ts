// Strands agents: session files of the Python SDK 1.x (`message_0.json`, `agent.json`, `session.json`) and snapshots of
// the SDK for JavaScript 1.16.
import { isJsonObject, type Json } from '#core';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { recordKind } from './record-kind.ts';
import { SessionLog } from './session-log.ts';

/** Sessions of Strands agents. A plain list of messages is read as `bedrock`. */
export const strandsFormat: TraceFormat = {
  id: 'strands',
  title: 'Strands sessions',
  joinsFiles: true,
  sniff: (record: Json): Likeness => {
    const kind = isJsonObject(record) ? recordKind(record) : null;
    return kind === null ? 'none' : kind === 'snapshot' ? 'run' : 'part';
  },
  open: (output) => new SessionLog(output),
};

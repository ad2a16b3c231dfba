// OpenHands: trajectories and stored events of versions 0.9 to 0.62, rows of its benchmarks, and events of the software
// agent SDK 1.x.
import { isJsonObject, type Json } from '#core';
import { objectsIn } from '../../draft/json-parts.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { isEvent } from './event.ts';
import { EventLog, historyOf } from './event-log.ts';

/** Events of OpenHands agents. */
export const openHandsFormat: TraceFormat = {
  id: 'openhands',
  title: 'OpenHands events',
  joinsFiles: true,
  sniff,
  open: (output) => new EventLog(output),
};

function sniff(record: Json): Likeness {
  if (Array.isArray(record)) return objectsIn(record).some(isEvent) ? 'run' : 'none';
  if (!isJsonObject(record)) return 'none';
  if (isEvent(record)) return 'part';
  return historyOf(record)?.list.some((event) => isJsonObject(event) && isEvent(event)) === true
    ? 'run'
    : 'none';
}

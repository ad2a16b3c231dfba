import { join } from 'node:path';
import { stateFolder } from '../history-paths.ts';

/** The folder of a project with what programs sent to its server. */
export function liveFolder(root: string): string {
  return join(stateFolder(root), 'live');
}

/** The files of that folder. */
export const LIVE_FILES = {
  /** OTLP/JSON as it arrived, one line per trace and request, in segments. */
  log: 'log',
  /** An index of the log. It may be deleted: it is made again from the log. */
  index: 'index.db',
  /** Taken by the server that receives: one per project. */
  lock: 'live.lock',
} as const;

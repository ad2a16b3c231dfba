// ATIF, the Agent Trajectory Interchange Format of Harbor: versions 1.0 to 1.8.
import { isJsonObject, type Json, type Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { TraceFormat, TraceOutput } from '../../trace-format.ts';
import { Trajectory } from './trajectory.ts';

/** Trajectories in the interchange format of Harbor: a document is a run. */
export const atifFormat: TraceFormat = {
  id: 'atif',
  title: 'ATIF trajectories',
  joinsFiles: false,
  sniff: (record) => (isTrajectory(record) ? 'run' : 'none'),
  open: (output) => ({ add: (record, where) => read(record, where, output), end: () => {} }),
};

function isTrajectory(record: Json): boolean {
  if (!isJsonObject(record)) return false;
  const { schema_version: version } = record;
  return typeof version === 'string' && version.startsWith('ATIF-');
}

function read(record: Json, where: Place, output: TraceOutput): void {
  if (isJsonObject(record) && Array.isArray(record.steps))
    output.trace(new Trajectory(where).read(record), where);
  else {
    const place = { ...where, pointer: `${where.pointer ?? ''}/steps` };
    output.error(
      readIssue('TRACE_SCHEMA', 'a trajectory must have a list of steps', { where: place }),
    );
  }
}

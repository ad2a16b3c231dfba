import { join } from 'node:path';

/** The folder of a project that whichtool keeps things in. */
export function stateFolder(root: string): string {
  return join(root, '.whichtool');
}

/** The folder with one folder per kept run, each called by its number. */
export function runsFolder(root: string): string {
  return join(stateFolder(root), 'runs');
}

/** Where the report of a kept run is. */
export function reportPath(root: string, id: number): string {
  return join(runsFolder(root), String(id), REPORT_FILE);
}

export const REPORT_FILE = 'report.json';
export const RECORD_FILE = 'run.json';

/** A folder that is being written or removed; a leading dot, so that it is never taken for a run. */
export const WRITING = '.writing-';
export const REMOVED = '.removed-';

/** How long a run may take to be written: what is older was left behind by a process that was killed. */
export const ABANDONED_MS: number = 24 * 60 * 60 * 1000;

/** The number of a run by the name of its folder; null when it is something else. */
export function parseRunId(name: string): number | null {
  return /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null;
}

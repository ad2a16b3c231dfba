import { statSync } from 'node:fs';

/** Which file of a report an index is of. A file that was written again has another one. */
export interface ReportIdentity {
  readonly bytes: number;
  readonly modifiedNs: string;
  /** Unlike the time of the last change, programs cannot set it. */
  readonly changedNs: string;
}

/** The identity of a file; null where there is none. */
export function identityOf(path: string): ReportIdentity | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return null;
  return {
    bytes: Number(stats.size),
    modifiedNs: String(stats.mtimeNs),
    changedNs: String(stats.ctimeNs),
  };
}

export function isSameReport(a: ReportIdentity, b: ReportIdentity): boolean {
  return a.bytes === b.bytes && a.modifiedNs === b.modifiedNs && a.changedNs === b.changedNs;
}

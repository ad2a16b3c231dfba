import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { errorCode, type FileFailure, fileIssue, notRegular, readFailure } from './file-issue.ts';
import { isLink } from './is-link.ts';

/** A file that is open for reading; the caller closes `fd`. */
export interface OpenFile {
  readonly fd: number;
  readonly kind: 'regular' | 'pipe';
  /** Bytes at the time of opening; 0 when the system does not say. */
  readonly size: number;
}

export type OpenedFile =
  | { readonly ok: true; readonly file: OpenFile }
  | { readonly ok: false; readonly issue: FileFailure };

/** Opens a regular file or a pipe for reading; folders, devices and sockets are refused. `label` names it in the issue. */
export function openFile(path: string, label: string = path): OpenedFile {
  let fd: number;
  try {
    // Without waiting, or opening a pipe without a writer would hang.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { ok: false, issue: explainFailure(error, path, label) };
  }
  // What was opened is asked, not the path: that could have changed in between.
  const stats = fstatSync(fd);
  if (stats.isFile()) return { ok: true, file: { fd, kind: 'regular', size: stats.size } };
  if (stats.isFIFO()) return { ok: true, file: { fd, kind: 'pipe', size: 0 } };
  closeSync(fd);
  if (!stats.isDirectory()) return { ok: false, issue: notRegular(label) };
  return { ok: false, issue: fileIssue('FILE_IS_DIRECTORY', label, 'is a folder, not a file') };
}

function explainFailure(error: unknown, path: string, label: string): FileFailure {
  if (errorCode(error) === 'ENOENT' && isLink(path)) {
    return fileIssue('FILE_NOT_FOUND', label, 'is a symbolic link to a file that does not exist');
  }
  return readFailure(error, label);
}

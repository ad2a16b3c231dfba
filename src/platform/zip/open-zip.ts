import { closeSync } from 'node:fs';
import { errorCode, type FileFailure, fileIssue, readFailure } from '../file-issue.ts';
import { openFile } from '../open-file.ts';
import type { FileChunk } from '../read-chunks.ts';
import { ExpansionLimit } from '../unpack/expansion-limit.ts';
import { readMember } from './read-member.ts';
import { readZipDirectory } from './zip-directory.ts';
import type { ZipEntry } from './zip-entry.ts';

/** A file in an archive. */
export interface ZipMember {
  readonly name: string;
  /** The archive and the member: `logs.eval!samples/1_epoch_1.json`. */
  readonly label: string;
  /** Whether its name would escape a folder; it cannot be read, whatever it is. */
  readonly leadsOut: boolean;
  /** Reads its content; only while the archive is open. */
  readonly read: () => AsyncGenerator<FileChunk>;
}

export type OpenedZip =
  | { readonly ok: true; readonly members: readonly ZipMember[]; readonly close: () => void }
  | { readonly ok: false; readonly issue: FileFailure };

/** Opens a ZIP archive; the caller closes it. Members come sorted by name, without folders. */
export function openZip(path: string, label: string): OpenedZip {
  const opened = openFile(path, label);
  if (!opened.ok) return opened;
  const { fd, kind, size } = opened.file;
  try {
    const directory = kind === 'regular' ? readZipDirectory(fd, size) : null;
    if (directory?.ok === true) {
      const limit = new ExpansionLimit();
      const members = directory.entries
        .filter(({ name }) => !name.endsWith('/'))
        .map((entry) => toMember(entry, fd, label, limit))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return { ok: true, members, close: () => closeSync(fd) };
    }
    closeSync(fd);
    if (directory === null)
      return {
        ok: false,
        issue: fileIssue('FILE_NOT_REGULAR', label, 'an archive cannot be read from a pipe'),
      };
    const { offset, reason, isBomb } = directory;
    const issue = fileIssue(
      isBomb ? 'PACK_BOMB' : 'PACK_CORRUPT',
      label,
      `this archive cannot be read: ${reason}`,
    );
    return { ok: false, issue: { ...issue, where: { file: label, offset } } };
  } catch (error) {
    closeSync(fd);
    if (errorCode(error) === '') throw error;
    return { ok: false, issue: readFailure(error, label) };
  }
}

function toMember(entry: ZipEntry, fd: number, archive: string, limit: ExpansionLimit): ZipMember {
  const label = `${archive}!${entry.name}`;
  const { name, leadsOut } = entry;
  return { name, label, leadsOut, read: () => readMember(entry, fd, label, limit) };
}

import {
  type CodeWith,
  FILE_CODES,
  type Issue,
  type IssueOf,
  issuesOf,
  TEXT_CODES,
  type UserErrorOf,
  userErrorsOf,
} from '#core';

const issue = issuesOf(FILE_CODES);

/** The error of files in general, without a path. */
export const fileError: UserErrorOf<typeof FILE_CODES> = userErrorsOf(FILE_CODES);

export const textIssue: IssueOf<typeof TEXT_CODES> = issuesOf(TEXT_CODES);

type FileCode = CodeWith<typeof FILE_CODES>;

/** Why what a file holds is not measured. */
export type FileFailure = Issue<
  CodeWith<typeof FILE_CODES, 'not measured' | 'not measured or partial'>
>;

/** Why something could not be written. */
export type WriteFailure = Issue<'OUTPUT_UNWRITABLE'>;

/** An issue of a whole file. */
export function fileIssue<Code extends FileCode>(
  code: Code,
  file: string,
  message: string,
  hint?: string,
): Issue<Code> {
  return issue(code, message, { where: { file }, hint });
}

const NOT_REGULAR = 'is a device or a socket, not a file';

/** The issue for an error that the system raised while a file was opened or read. */
export function readFailure(error: unknown, file: string): FileFailure {
  switch (errorCode(error)) {
    case 'ENOENT':
      return fileIssue('FILE_NOT_FOUND', file, 'no such file');
    case 'ENOTDIR':
      return fileIssue('FILE_NOT_FOUND', file, 'no such file: a part of the path is not a folder');
    case 'EISDIR':
      return fileIssue('FILE_IS_DIRECTORY', file, 'is a folder, not a file');
    case 'ENXIO':
    case 'ENODEV':
      return fileIssue('FILE_NOT_REGULAR', file, NOT_REGULAR);
    default:
      return fileIssue('FILE_UNREADABLE', file, `cannot be read: ${errorReason(error)}`);
  }
}

/** The issue for something that exists and is neither a file nor a pipe. */
export function notRegular(file: string): FileFailure {
  return fileIssue('FILE_NOT_REGULAR', file, NOT_REGULAR);
}

/** The issue for a file that ends before the end it had when it was opened. */
export function fileShrunk(file: string, offset: number): FileFailure {
  const message = 'became shorter while it was read';
  return { ...fileIssue('FILE_SHRUNK', file, message), where: { file, offset } };
}

/** The issue for an error that the system raised while something was written. */
export function writeFailure(error: unknown, file: string): WriteFailure {
  return fileIssue('OUTPUT_UNWRITABLE', file, `cannot be written: ${errorReason(error)}`);
}

/** The system's code of an error, such as `ENOENT`; empty when it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The system's words alone: its messages also repeat the code, the call and the path. */
function errorReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z\d_]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

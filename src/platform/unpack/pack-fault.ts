import type { FileFailure } from '../file-issue.ts';

/** Carries the issue that ended an unpacking through the streams in between; it never leaves this folder. */
export class PackFault extends Error {
  readonly issue: FileFailure;

  constructor(issue: FileFailure) {
    super(issue.message);
    this.issue = issue;
  }
}

/** Packed bytes that are cut off or damaged; `offset` is how many of them were taken before it showed. */
export function corruptPack(file: string, offset: number, cut: boolean): PackFault {
  return new PackFault({
    code: 'PACK_CORRUPT',
    severity: 'error',
    message: cut ? 'the packed data breaks off' : 'the packed data is damaged',
    where: { file, offset },
    hint: 'what stands before it was read; pack or download the file again',
  });
}

/** Packed bytes that unpack to far more than they should. */
export function packBomb(file: string, offset: number): PackFault {
  return new PackFault({
    code: 'PACK_BOMB',
    severity: 'error',
    message: 'the packed data unpacks to more than 200 times its size',
    where: { file, offset },
    hint: 'if it is to be trusted, unpack it first',
  });
}

import { createHash } from 'node:crypto';

/** SHA-256 as hexadecimal digits. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { readFileSync, statSync } from 'node:fs';

/** The text of a file that is small if it is ours; throws for devices, pipes, folders and anything larger. */
export function readSmallFile(path: string, most: number): string {
  const stats = statSync(path);
  // A device has no end and a pipe may have no writer.
  if (!stats.isFile()) throw new Error('is not a file');
  if (stats.size > most) throw new Error('is too large');
  return readFileSync(path, 'utf8');
}

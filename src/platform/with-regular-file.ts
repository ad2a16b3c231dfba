import { closeSync } from 'node:fs';
import { openFile } from './open-file.ts';

/** The result of `use` for a regular file; null where it cannot be read. */
export function withRegularFile<T>(path: string, use: (fd: number) => T): T | null {
  const opened = openFile(path);
  if (!opened.ok) return null;
  const { fd, kind } = opened.file;
  try {
    return kind === 'regular' ? use(fd) : null;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

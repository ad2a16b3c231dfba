import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from './file-issue.ts';
import { isLink } from './is-link.ts';

const MAX_LINKS = 40;

/** Where a path leads once every link is followed, whether or not its end exists; null when that is unknown. */
export function realPath(path: string, links: number = MAX_LINKS): string | null {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return null;
  }
  const parent = dirname(full) === full ? full : realPath(dirname(full), links);
  if (parent === null) return null;
  const entry = join(parent, basename(full));
  if (!isLink(entry)) return entry;
  // A link that dangles today may be written through tomorrow, so what counts is where it points.
  return links === 0 ? null : realPath(resolve(parent, readlinkSync(entry)), links - 1);
}

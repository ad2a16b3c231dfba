import type { Json } from '#core';
import { DriveError } from '../driver.ts';

/** Below what a trace may nest, as it is kept inside of one. */
const DEEPEST = 100;

/** Throws where a value of a server is nested deeper than can be written down. */
export function assertShallow(value: Json, server: string): void {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) {
      throw new DriveError(
        'MCP_LIMIT',
        `server "${server}" sent a value that is nested deeper than ${DEEPEST} levels`,
      );
    }
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as Json[]) : [],
    );
  }
}

import { DriveError } from '../driver.ts';

/** Throws where overrides name tools that no server of a program listed. */
export function rejectUnknownOverrides(names: readonly string[]): void {
  if (names.length === 0) return;
  const message = `overrides name ${names.map((name) => JSON.stringify(name)).join(', ')}, which no server lists`;
  throw new DriveError('TOOL_OVERRIDE_UNKNOWN', message, { isFinal: true });
}

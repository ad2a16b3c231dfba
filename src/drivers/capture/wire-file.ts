/** The file in the folder of a capture that all proxies append to. */
export const WIRE_FILE = 'wire.jsonl';

/** A message between an MCP client and a server, as a line of that file. */
export interface WireEntry {
  readonly server: string;
  readonly connection: string | number | null;
  readonly dir: '->' | '<-';
  /** Null where it is too large. */
  readonly msg: string | null;
}

/** The line of an entry, written now. */
export function formatWireEntry({ server, connection, dir, msg }: WireEntry): string {
  return `${JSON.stringify({ server, connection, dir, ts: Date.now(), msg })}\n`;
}

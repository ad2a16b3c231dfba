import type { Json } from '#core';
import type { DraftStatus } from '../../draft/read-status.ts';

/** The other end of a connection. */
export interface Peer {
  /** What the log calls it. */
  readonly label: string | null;
  /** What it calls itself, which is all there is where the log has no name for it. */
  name: string | null;
}

/** A selection on the wire: one or several requests, and a response. */
export interface WireCall {
  peer: Peer;
  readonly name: string;
  readonly arguments: Json | undefined;
  readonly id: string;
  readonly askedAt: Json | undefined;
  answered: Json | undefined;
  status: DraftStatus | null;
  /** What came back, as text. */
  result: string | undefined;
}

/** The server of a connection; null without a name. */
export function serverOf({ label, name }: Peer): string | null {
  return label ?? name;
}

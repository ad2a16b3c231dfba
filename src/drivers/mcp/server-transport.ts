import type { Transport } from '@modelcontextprotocol/client';

/** A way to a server that says why it can be used no more. */
export interface ServerTransport extends Transport {
  /** What the server did, to be read after its name; null while it can be used. */
  readonly failure: string | null;
  /** The last lines that a program wrote before it failed; none where the failure says it all. */
  readonly quoted?: readonly string[];
  /** Gives the server up. */
  fail(why: string): void;
}

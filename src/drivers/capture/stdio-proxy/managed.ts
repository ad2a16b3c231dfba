import type { Readable, Writable } from 'node:stream';
import type { WireEntry } from '../wire-file.ts';
import { LineReader } from './line-reader.ts';

/** What the process that started us says to a message of the program, or to a list of tools of the server. */
interface HookAnswer {
  /** Whether the message goes on as it is. */
  readonly passes?: boolean;
  /** What the program gets; null for nothing. */
  readonly reply?: string | null;
}

/** The sides between which messages go. */
export interface ManagedSides {
  readonly hook: string;
  readonly fromProgram: Readable;
  readonly toProgram: Writable;
  /** The server; null where there is none, and all is answered by the hook. */
  readonly server: { readonly from: Readable; readonly to: Writable } | null;
  readonly maxLineBytes: number;
  readonly record: (dir: WireEntry['dir'], msg: string | null) => void;
}

/**
 * Passes messages on line by line. Each message of the program is shown to the hook, which answers it or lets it pass;
 * lists of tools are shown to it on their way back. Without a hook nothing may pass, so its failure ends the proxy.
 */
export function passManaged(sides: ManagedSides): void {
  const { fromProgram, toProgram, server, maxLineBytes, record } = sides;
  const listIds = new Set<string>();
  let order = Promise.resolve();
  const back = (line: string): void => {
    record('<-', line);
    toProgram.write(`${line}\n`);
  };
  const forward = new LineReader(maxLineBytes, (line) => {
    record('->', line);
    if (line === null) return;
    const { id, method } = messageOf(line);
    if (server !== null && method === 'tools/list') listIds.add(JSON.stringify(id));
    if (server !== null && method !== 'tools/call') {
      server.to.write(`${line}\n`);
      return;
    }
    void ask(`${sides.hook}/message`, line).then(({ passes, reply }) => {
      if (passes === true) server?.to.write(`${line}\n`);
      else if (typeof reply === 'string') back(reply);
    });
  });
  fromProgram.on('data', (chunk: Buffer) => forward.read(chunk));
  const backward = new LineReader(maxLineBytes, (line) => {
    if (line === null) record('<-', null);
    else
      order = order.then(async () => {
        const { id, method } = messageOf(line);
        const isList = method === undefined && listIds.delete(JSON.stringify(id));
        back(isList ? ((await ask(`${sides.hook}/list`, line)).reply ?? line) : line);
      });
  });
  server?.from.on('data', (chunk: Buffer) => backward.read(chunk));
}

function messageOf(line: string): { readonly id?: unknown; readonly method?: unknown } {
  try {
    return Object(JSON.parse(line)) as { id?: unknown; method?: unknown };
  } catch {
    return {};
  }
}

async function ask(url: string, body: string): Promise<HookAnswer> {
  try {
    const response = await fetch(url, { method: 'POST', body });
    return (await response.json()) as HookAnswer;
  } catch (error) {
    process.stderr.write(`the proxy lost what it asks: ${String(error)}\n`);
    process.exit(1);
  }
}

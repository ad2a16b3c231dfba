import type { Readable } from 'node:stream';
import { DriveError } from '../driver.ts';

/** What a program prints, as far as it has come. */
export interface GatheredOutput {
  /** Rejects where there is more than allowed; else it never settles. */
  readonly tooMuch: Promise<never>;
  text(): string;
}

/** Gathers what a program prints in bounded memory. */
export function gatherOutput(stdout: Readable, maxBytes: number): GatheredOutput {
  const chunks: Buffer[] = [];
  let length = 0;
  const tooMuch = new Promise<never>((_resolve, reject) => {
    stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else
        reject(new DriveError('AGENT_OUTPUT', `the program printed more than ${maxBytes} bytes`));
    });
  });
  return { tooMuch, text: () => Buffer.concat(chunks).toString('utf8') };
}

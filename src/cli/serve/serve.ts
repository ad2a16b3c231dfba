import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '#core';
import { findRoot } from '#platform';
import { EXIT } from '#run';
import { openDemo, openServer } from '#server';
import { idleFlag } from '../flags/idle-flags.ts';
import { parseWholeNumber } from '../flags/values.ts';
import { explainFailure } from '../output/explain-failure.ts';
import { print } from '../output/output.ts';
import { StopSignals } from '../output/stop-signals.ts';
import { VERSION } from '../output/version.ts';
import { openBrowser } from './open-browser.ts';

/** The flags of `serve`. */
export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly name?: readonly string[];
  readonly open: boolean;
  readonly demo?: true;
  readonly suite?: string;
  readonly keepDays: string;
  readonly keepMb: string;
}

const MAX_PORT = 65_535;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Serves the web app until the process is stopped. */
export async function serve(folder: string | undefined, flags: ServeFlags): Promise<number> {
  const port = parseWholeNumber({ name: '--port', code: 'FLAG_PORT' }, flags.port, 0, MAX_PORT);
  const isDemo = flags.demo === true;
  if (isDemo && folder !== undefined)
    throw new UserError([idleFlag('--demo', 'it shows an example project, not a folder')]);
  const retention = {
    maxAgeMs: DAY_MS * parseKept('--keep-days', flags.keepDays, 3650),
    maxBytes: 1_000_000 * parseKept('--keep-mb', flags.keepMb, 1_000_000),
  };
  const stop = new StopSignals();
  const signal = stop.listen();
  const demo = isDemo ? await openDemo(VERSION) : null;
  try {
    if (signal.aborted) return EXIT.ok;
    const server = await openServer({
      root: demo?.root ?? findRoot(folder ?? process.cwd()),
      isDemo,
      pages: fileURLToPath(new URL('../web/', import.meta.url)),
      version: VERSION,
      host: flags.host,
      port,
      token: process.env['WHICHTOOL_TOKEN'] ?? null,
      names: flags.name ?? [],
      report: (error) => void explainFailure(error),
      suite: flags.suite === undefined ? null : resolve(flags.suite),
      retention,
    });
    await print([`${server.url}\n`]);
    process.stderr.write('the web app runs until Ctrl-C; the link contains its token\n');
    if (flags.open) openBrowser(server.url);
    if (!signal.aborted) await once(signal, 'abort');
    await server.close();
    return EXIT.ok;
  } finally {
    demo?.remove();
    stop.close();
  }
}

function parseKept(name: string, text: string, max: number): number {
  return parseWholeNumber({ name, code: 'FLAG_KEEP' }, text, 1, max);
}

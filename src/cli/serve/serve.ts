import { once } from 'node:events';
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
}

const MAX_PORT = 65_535;

/** Serves the web app until the process is stopped. */
export async function serve(folder: string | undefined, flags: ServeFlags): Promise<number> {
  const port = parseWholeNumber({ name: '--port', code: 'FLAG_PORT' }, flags.port, 0, MAX_PORT);
  const isDemo = flags.demo === true;
  if (isDemo && folder !== undefined)
    throw new UserError([idleFlag('--demo', 'it shows an example project, not a folder')]);
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

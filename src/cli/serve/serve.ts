import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ToolSpec } from '#core';
import { findRoot } from '#platform';
import { EXIT } from '#run';
import { openServer } from '#server';
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
}

const MAX_PORT = 65_535;

/** Serves the web app until the process is stopped. */
export async function serve(folder: string | undefined, flags: ServeFlags): Promise<number> {
  return await runWebApp(findRoot(folder ?? process.cwd()), flags);
}

/** What is opened of the web app. */
interface OpenedPart {
  readonly catalog?: readonly ToolSpec[] | null;
  /** The page that the link of the admin opens. */
  readonly pathOf?: () => string;
  /** Another link to print and open than that of the admin, by where the server is. */
  readonly linkOf?: (origin: string) => string;
}

/** Serves the web app of a project until the process is stopped, and prints the link to a part of it. */
export async function runWebApp(
  root: string,
  flags: ServeFlags,
  { catalog = null, pathOf = () => '/', linkOf }: OpenedPart = {},
): Promise<number> {
  const port = parseWholeNumber({ name: '--port', code: 'FLAG_PORT' }, flags.port, 0, MAX_PORT);
  const server = await openServer({
    root,
    pages: fileURLToPath(new URL('../web/', import.meta.url)),
    version: VERSION,
    host: flags.host,
    port,
    token: process.env['WHICHTOOL_TOKEN'] ?? null,
    names: flags.name ?? [],
    catalog,
    report: (error) => void explainFailure(error),
  });
  const admin = new URL(server.url);
  admin.pathname = pathOf();
  const link = linkOf?.(admin.origin) ?? admin.href;
  const stop = new StopSignals();
  const signal = stop.listen();
  try {
    await print([`${link}\n`]);
    process.stderr.write('the web app runs until Ctrl-C; the link contains its token\n');
    if (flags.open) openBrowser(link);
    if (!signal.aborted) await once(signal, 'abort');
    await server.close();
    return EXIT.ok;
  } finally {
    stop.close();
  }
}

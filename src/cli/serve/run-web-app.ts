import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ToolSpec } from '#core';
import { EXIT } from '#run';
import { openServer } from '#server';
import { parseWholeNumber } from '../flags/values.ts';
import { explainFailure } from '../output/explain-failure.ts';
import { print } from '../output/output.ts';
import { StopSignals } from '../output/stop-signals.ts';
import { VERSION } from '../output/version.ts';
import { openBrowser } from './open-browser.ts';

/** The flags of every command that opens the web app. */
export interface WebAppFlags {
  readonly port: string;
  readonly host: string;
  readonly name?: readonly string[];
  readonly open: boolean;
}

type ServerOptions = Parameters<typeof openServer>[0];

/** What is served, and which part of it is opened. */
interface WebAppParts extends Pick<ServerOptions, 'isDemo' | 'suite' | 'retention'> {
  readonly catalog?: readonly ToolSpec[] | null;
  /** The page that the link of the admin opens. */
  readonly pathOf?: () => string;
  /** Another link to print and open than that of the admin, by where the server is. */
  readonly linkOf?: (origin: string) => string;
}

const MAX_PORT = 65_535;

/** Serves the web app of a project until the process is stopped, and prints the link to a part of it. */
export async function runWebApp(
  root: string,
  flags: WebAppFlags,
  { pathOf = () => '/', linkOf, ...parts }: WebAppParts = {},
): Promise<number> {
  const stop = new StopSignals();
  const signal = stop.listen();
  try {
    const server = await openServer({
      ...parts,
      root,
      pages: fileURLToPath(new URL('../web/', import.meta.url)),
      version: VERSION,
      host: flags.host,
      port: parseWholeNumber({ name: '--port', code: 'FLAG_PORT' }, flags.port, 0, MAX_PORT),
      token: process.env['WHICHTOOL_TOKEN'] ?? null,
      names: flags.name ?? [],
      report: (error) => void explainFailure(error),
    });
    const admin = new URL(server.url);
    admin.pathname = pathOf();
    const link = linkOf?.(admin.origin) ?? admin.href;
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

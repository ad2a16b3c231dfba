import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ToolSpec } from '#core';
import { EXIT } from '#run';
import { openServer, type ServerStatus } from '#server';
import { parseWholeNumber } from '../flags/values.ts';
import { explainFailure } from '../output/explain-failure.ts';
import { print } from '../output/output.ts';
import { VERSION } from '../output/version.ts';
import { formatMetrics } from '../probes/format-metrics.ts';
import { parseProbePort, type Probed, type ProbeFlags, startProbes } from '../probes/probes.ts';
import { openBrowser } from './open-browser.ts';
import { serverMetrics } from './server-metrics.ts';

/** The flags of commands that serve the web app. */
export interface WebAppFlags extends Partial<ProbeFlags> {
  readonly port: string;
  readonly host: string;
  readonly name?: readonly string[];
  readonly open: boolean;
}

/** Which project is served, and what is opened of it. */
export interface WebAppPart extends Pick<
  Parameters<typeof openServer>[0],
  'root' | 'isDemo' | 'suite' | 'retention'
> {
  readonly catalog?: readonly ToolSpec[] | null;
  /** The page that the link of the admin opens. */
  readonly path?: string;
  /** Another link to print and open than that of the admin, by where the server is. */
  readonly linkOf?: (origin: string) => string;
}

const MAX_PORT = 65_535;
const LOOPBACK = '127.0.0.1';

/** Serves the web app of a project until the signal, and prints the link to a part of it. */
export async function runWebApp(
  { path = '/', linkOf, ...project }: WebAppPart,
  flags: WebAppFlags,
  signal: AbortSignal,
): Promise<number> {
  const port = parseWholeNumber({ name: '--port', code: 'FLAG_PORT' }, flags.port, 0, MAX_PORT);
  const probeFlags = { metricsHost: LOOPBACK, ...flags };
  const probePort = parseProbePort(probeFlags);
  if (signal.aborted) return EXIT.ok;
  const server = await openServer({
    ...project,
    pages: fileURLToPath(new URL('../web/', import.meta.url)),
    version: VERSION,
    host: flags.host,
    port,
    token: process.env['WHICHTOOL_TOKEN'] ?? null,
    names: flags.name ?? [],
    report: (error) => void explainFailure(error),
  });
  const admin = new URL(server.url);
  admin.pathname = path;
  const link = linkOf?.(admin.origin) ?? admin.href;
  await print([`${link}\n`]);
  const probes =
    probePort === null
      ? null
      : await startProbes(probedServer(server), probePort, probeFlags.metricsHost);
  if (probes !== null) process.stderr.write(`probes are served at ${probes.address}\n`);
  process.stderr.write('the web app runs until Ctrl-C; the link contains its token\n');
  if (flags.open) openBrowser(link);
  if (!signal.aborted) await once(signal, 'abort');
  probes?.close();
  await server.close();
  return EXIT.ok;
}

/** A server is ready while it can read its project. */
function probedServer({ status }: Awaited<ReturnType<typeof openServer>>): Probed {
  const read = (): Promise<ServerStatus | null> => status().catch(() => null);
  return {
    isReady: async () => (await read()) !== null,
    metrics: async () => {
      const now = await read();
      return formatMetrics('server', VERSION, now !== null, serverMetrics(now));
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseWholeNumber } from '../flags/values.ts';

/** Where probes are served, as the flags say. */
export interface ProbeFlags {
  readonly metricsPort?: string;
  readonly metricsHost: string;
}

/** What the probes of a process show. */
export interface Probed {
  readonly isReady: () => boolean | Promise<boolean>;
  readonly metrics: () => string | Promise<string>;
}

/** The probes of a process while they are served. */
interface Probes {
  readonly address: string;
  close(): void;
}

const MAX_PORT = 65_535;

/** The port of probes; null where none are asked for. */
export function parseProbePort({ metricsPort: port }: ProbeFlags): number | null {
  if (port === undefined) return null;
  return parseWholeNumber({ name: '--metrics-port', code: 'FLAG_PORT' }, port, 0, MAX_PORT);
}

/** Serves `/healthz`, `/readyz` and `/metrics`. They contain nothing of a trace, so they need no token. */
export async function startProbes(probed: Probed, port: number, host: string): Promise<Probes> {
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answerOf(request.url ?? '', probed) : NOT_ALLOWED;
    void answer.then(([status, text]) => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end(text);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound.port : port;
  return { address: `http://${host}:${at}`, close: () => server.close() };
}

type Answer = readonly [status: number, text: string];

const NOT_ALLOWED: Promise<Answer> = Promise.resolve([405, '']);

async function answerOf(url: string, { isReady, metrics }: Probed): Promise<Answer> {
  switch (url.split('?')[0]) {
    case '/healthz':
      return [200, 'ok\n'];
    case '/readyz':
      return (await isReady()) ? [200, 'ready\n'] : [503, 'not ready\n'];
    case '/metrics':
      return [200, await metrics()];
    default:
      return [404, 'not found\n'];
  }
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { WorkerCounts } from '#run';
import { formatMetrics } from './format-metrics.ts';

/** What the probes of a worker show. */
export interface Probed {
  readonly isReady: () => boolean;
  readonly counts: () => WorkerCounts;
  readonly version: string;
}

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker. They contain nothing of a trace. */
export async function startProbes(
  probed: Probed,
  port: number,
  host: string,
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((request, response) => {
    const [status, text] = answerOf(request.url ?? '', probed);
    response.writeHead(request.method === 'GET' ? status : 405, { 'content-type': 'text/plain' });
    response.end(request.method === 'GET' ? text : '');
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound.port : port;
  return { address: `http://${host}:${at}`, close: () => server.close() };
}

function answerOf(url: string, { isReady, counts, version }: Probed): readonly [number, string] {
  switch (url.split('?')[0]) {
    case '/healthz':
      return [200, 'ok\n'];
    case '/readyz':
      return isReady() ? [200, 'ready\n'] : [503, 'not ready\n'];
    case '/metrics':
      return [200, formatMetrics(counts(), version, isReady())];
    default:
      return [404, 'not found\n'];
  }
}

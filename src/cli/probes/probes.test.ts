import { expect, it } from 'vitest';
import { formatMetrics } from './format-metrics.ts';
import { startProbes } from './probes.ts';

it('answers by what the process says of itself', async () => {
  let isReady = false;
  const metrics = (): string =>
    formatMetrics('server', '1.2.3', isReady, [['x', 'gauge', 'X.', 4]]);
  const probes = await startProbes({ isReady: () => isReady, metrics }, 0, '127.0.0.1');
  const get = async (path: string, method = 'GET'): Promise<readonly [number, string]> => {
    const answer = await fetch(probes.address + path, { method });
    return [answer.status, await answer.text()];
  };
  expect(await get('/healthz')).toEqual([200, 'ok\n']);
  expect(await get('/readyz')).toEqual([503, 'not ready\n']);
  isReady = true;
  expect(await get('/readyz?x')).toEqual([200, 'ready\n']);
  const [, text] = await get('/metrics');
  expect(text).toContain(
    '# HELP whichtool_server_x X.\n# TYPE whichtool_server_x gauge\nwhichtool_server_x 4\n',
  );
  expect(text).toContain('whichtool_server_info{version="1.2.3"} 1\n');
  expect(text).toContain('whichtool_server_ready 1\n');
  expect(await get('/metrics', 'POST')).toEqual([405, '']);
  expect((await get('/other'))[0]).toBe(404);
  probes.close();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { CLI, workspace } from './support/cli.ts';
import { openPages, widest } from './support/report-page.ts';
import { beyondOrigin, serve, type Serving } from './support/serving.ts';

/** An agent whose second run and those after it wait until there is a file `go`. */
const AGENT = `
import { existsSync, readFileSync } from 'node:fs';
if (!readFileSync(0, 'utf8').includes('question 0')) while (!existsSync('go')) await new Promise((done) => setTimeout(done, 50));
console.log(JSON.stringify({ output: 'ok', tool_calls: [{ name: 'find', args: {} }] }));
`;
const SUITE = `
agents:
  desk: { command: [node, agent.mjs] }
tests:
${[0, 1, 2]
  .map(
    (n) => `  - name: finds ${n}
    agent: desk
    prompt: question ${n}
    function_call_coverage: { function_calls: [find] }`,
  )
  .join('\n')}
`;

const project = workspace({ 'agent.mjs': AGENT, 'whichtool.yaml': SUITE, 'package.json': '{}' });
const { openAddress } = openPages();
let server: Serving;
beforeAll(async () => {
  server = await serve(project.path, ['--metrics-port', '0']);
});
afterAll(async () => {
  await server.stop();
  project.remove();
});

it('a run that is under way is seen in the page, and opens when it is over', async () => {
  const run = spawn(process.execPath, [CLI, 'run', '--name', 'slow', '--concurrency', '1'], {
    cwd: project.path,
  });
  let stderr = '';
  run.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(run, 'exit');
  const { page, mischief } = await openAddress(server.link, { bypassCSP: true });
  const panel = page.locator('.running');
  await panel.getByText('1 of 3 runs, 1 under way').waitFor();
  await expect.poll(() => panel.innerText()).toContain('slow');
  expect(await checkAxe(page)).toEqual([]);
  writeFileSync(join(project.path, 'go'), '');
  expect([(await ended)[0], stderr]).toEqual([0, '']);
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: '#1 slow' }).waitFor();
  await page.goto(server.at('/runs'));
  await page.getByRole('link', { name: 'slow' }).first().waitFor();
  expect(beyondOrigin(mischief, server.link)).toEqual([]);
  await page.context().close();
});

it('shows notes of others as text, and says where one is silent', async () => {
  const name = `<img src=x onerror=window.harmed=1>${'W'.repeat(300)}`;
  const folder = join(project.path, '.whichtool', 'running');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, '1-0123456789ab.json');
  const facts = { schemaVersion: 1, name, startedAt: '2026-03-02T09:12:00.000Z', suites: [] };
  writeFileSync(file, JSON.stringify({ ...facts, runs: null, questions: null, traces: 1200 }));
  utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  const { page, mischief } = await openAddress(server.link, {
    bypassCSP: true,
    viewport: { width: 400, height: 800 },
  });
  for (const path of ['/', '/runs']) {
    await page.goto(server.at(path));
    await page.locator('.running').getByText(name).waitFor();
    await page.locator('.running').getByText('1,200 traces read').waitFor();
    await page
      .locator('.running')
      .getByText(/no news for 6\d s/)
      .waitFor();
    expect(await widest(page)).toBeLessThanOrEqual(400);
  }
  expect(await checkAxe(page)).toEqual([]);
  expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  expect(beyondOrigin(mischief, server.link)).toEqual([]);
  await page.context().close();
  rmSync(file);
});

it('has probes for operators, without a token', async () => {
  const [, address = ''] = /probes are served at (\S+)/.exec(server.stderr()) ?? [];
  const ready = await fetch(`${address}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, 'ready\n']);
  const metrics = await (await fetch(`${address}/metrics`)).text();
  expect(metrics).toContain('\nwhichtool_server_ready 1\n');
  expect(metrics).toContain('\nwhichtool_server_runs_kept 1\n');
  expect(metrics).toContain('\nwhichtool_server_live_spans_total 0\n');
});

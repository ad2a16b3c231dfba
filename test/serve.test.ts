import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from './support/browser.ts';
import { CLI, whichtool, workspace } from './support/cli.ts';

const SUITE = `tests:
  - name: finds the order
    traces: traces.jsonl
    function_call_coverage: { function_calls: [get_order] }
`;
const TRACE = { input: '<b onclick="alert(1)">where is it?</b>', tool_calls: [{ name: 'search' }] };

const project = workspace({
  'package.json': '{}',
  'whichtool.yaml': SUITE,
  'traces.jsonl': `${JSON.stringify(TRACE)}\n`,
});
const child = { stop: (): void => {} };
let link = '';

beforeAll(async () => {
  await whichtool(['run'], { cwd: project.path });
  const server = spawn(process.execPath, [CLI, 'serve', '--no-open'], { cwd: project.path });
  child.stop = () => server.kill('SIGTERM');
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  link = line;
});
afterAll(() => {
  child.stop();
  project.remove();
});

const address = (path: string): string => new URL(path, link).href;
const bearer = (): { Authorization: string } => ({
  Authorization: `Bearer ${new URL(link).searchParams.get('token') ?? ''}`,
});

describe('serve', () => {
  it('answers nothing but its health without a token', async () => {
    const paths = [
      '',
      'runs',
      'runs/1',
      'runs/1/1/trace',
      'runs/1/report.html',
      'assets/app.js',
      'assets/app.css',
      'api/v1/session',
    ];
    const entry = ['', '/cases', '/case', '/trace', '/usage', '/example'];
    const api = [
      'runs',
      'runs/1',
      'runs/1/index',
      'compare',
      'sides',
      'sides/words',
      'sides/cases',
      'sides/case',
      ...entry.map((part) => `runs/1/entries/0${part}`),
    ];
    for (const path of [...paths, ...api.map((name) => `api/v1/${name}`), 'nothing'])
      expect([path, (await fetch(address(`/${path}`))).status]).toEqual([path, 401]);
    expect((await fetch(address('/healthz'))).status).toBe(200);
  });

  it('lists runs, tests and cases over its API', async () => {
    const get = async (path: string): Promise<unknown> =>
      (await fetch(address(`/api/v1/${path}`), { headers: bearer() })).json();
    expect(await get('runs')).toMatchObject({ total: 1, items: [{ id: 1, verdict: 'fail' }] });
    expect(await get('runs/1')).toMatchObject({ entries: [{ name: 'finds the order' }] });
    expect(await get('runs/1/entries/0/cases?show=fail')).toMatchObject({
      total: 1,
      items: [{ evidence: { where: 'traces.jsonl:1', calls: [{ tool: 'search' }] } }],
    });
    expect(await get('runs/1/entries/0/cases?show=green')).toHaveProperty('error');
  });

  it('shows the runs, and the report of each, in a browser', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('dialog', (dialog) => faults.push(dialog.message()));
      await page.goto(link.replace('/?', '/runs?'));
      await page.getByRole('link', { name: '#1' }).click();
      await page.getByText('where is it?').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/runs/1');
      await page.goBack();
      await page.getByText('1 run, the newest first').waitFor();
      expect(page.url()).not.toContain('token');
      expect(faults).toEqual([]);
    } finally {
      await closePages();
    }
  });

  it('refuses an address beyond this machine without a token of the user', async () => {
    const { code, stderr } = await whichtool(['serve', '--host', '0.0.0.0', '--no-open'], {
      cwd: project.path,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('SERVE_HOST');
  });
});

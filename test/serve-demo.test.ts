import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ApiAgreement,
  ApiLivePage,
  ApiLiveTrace,
  ApiOverview,
  ApiSession,
} from '../src/schema/index.ts';
import { checkAxe } from './support/check-axe.ts';
import { whichtool } from './support/cli.ts';
import { openPages } from './support/report-page.ts';
import { beyondOrigin, serve, type Serving } from './support/serving.ts';

/** The demo makes its folder here, so that a test sees what is left of it. */
const home = mkdtempSync(join(tmpdir(), 'whichtool-test-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function openDemo(name: string, flags: readonly string[] = []): Promise<Serving> {
  const folder = join(home, name);
  mkdirSync(folder);
  return serve(folder, ['--demo', ...flags], { TMPDIR: folder });
}
const projectOf = (name: string): string =>
  join(
    home,
    name,
    readdirSync(join(home, name)).find((each) => each.startsWith('whichtool-demo-')) ?? '',
    'shop',
  );

let demo: Serving;
beforeAll(async () => {
  demo = await openDemo('shown');
});
afterAll(() => demo.stop());

describe('the example project', () => {
  it('has runs over time with a fix and a regression', async () => {
    expect(await (await demo.get('/api/v1/session')).json()).toMatchObject({
      isDemo: true,
      project: 'shop',
    } satisfies Partial<ApiSession>);
    const overview = (await (await demo.get('/api/v1/overview')).json()) as ApiOverview;
    expect(overview.runs.map(({ verdict }) => verdict)).toEqual([
      'fail',
      'fail',
      'pass',
      'pass',
      'pass',
      'fail',
      'pass',
      'fail',
    ]);
    expect(overview.choices).toEqual({
      suites: ['whichtool.yaml'],
      branches: ['larger-model', 'main', 'shorter-descriptions'],
      models: ['shop-large', 'shop-small'],
    });
    // By hand: 6 + 2 + 2 other tools, 1 wrong item, of 112.
    expect(overview.latest?.summary?.entries[0]?.passing).toMatchObject({ k: 101, n: 112 });
    expect(overview.latest?.summary?.entries[0]?.confusions[0]).toEqual({
      expected: 'get_order_status',
      observed: 'get_order_history',
      count: 6,
      support: 20,
    });
  });

  it('has a sample that two reviewers have labelled in part', async () => {
    const { stdout } = await whichtool(['label', 'status', 'samples/production'], {
      cwd: projectOf('shown'),
    });
    expect(stdout).toContain('ann  20 of');
    expect(stdout).toContain('ben  14 of');
    expect(stdout).toContain('2 disputed');
  });

  it('has live traces of two hours, of which the last became worse', async () => {
    const ask = async <T>(path: string): Promise<T> =>
      (await (await demo.get(`/api/v1/${path}`)).json()) as T;
    const read = async (): Promise<readonly ApiLiveTrace[]> => {
      const traces: ApiLiveTrace[] = [];
      for (let cursor: string | null = '0'; cursor !== null;) {
        const page: ApiLivePage = await ask(`live/traces?limit=200&cursor=${cursor}`);
        traces.push(...page.items);
        cursor = page.next;
      }
      return traces;
    };
    const verdicts = async (): Promise<readonly string[]> =>
      (await read()).map(({ verdict }) => verdict ?? 'none');
    await expect.poll(verdicts, { timeout: 20_000 }).not.toContain('none');
    const traces = await read();
    expect(traces.length).toBe(224);
    const later = traces.filter(({ firstMs }) => firstMs > Date.now() - 60 * 60 * 1000);
    const failing = traces.filter(({ verdict }) => verdict === 'fail');
    // Eight questions in sixteen whose tool fails, less those that went to another, and two tools that are not offered.
    expect(failing.length).toBeGreaterThan(5);
    expect(later).toEqual(expect.arrayContaining(failing));
  });

  it('has reviewers who read a clause of the guide differently', async () => {
    const path = `/api/v1/samples/${encodeURIComponent('samples/production')}/agreement`;
    const { clauses } = (await (await demo.get(path)).json()) as ApiAgreement;
    expect(clauses.filter(({ differ }) => differ > 0).length).toBeGreaterThan(0);
  });

  it('is the same each time', async () => {
    const again = await openDemo('again');
    try {
      const digest = (name: string): string => {
        const hash = createHash('sha256');
        for (let run = 1; run <= 8; run += 1)
          hash.update(readFileSync(join(projectOf(name), `.whichtool/runs/${run}/report.json`)));
        return hash
          .update(readFileSync(join(projectOf(name), 'samples/production/labels/ben.jsonl')))
          .digest('hex');
      };
      expect(digest('again')).toBe(digest('shown'));
    } finally {
      await again.stop();
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is removed after %s, and nothing else is',
    async (signal) => {
      const stopped = await openDemo(signal);
      expect(existsSync(join(projectOf(signal), 'whichtool.yaml'))).toBe(true);
      expect(await stopped.stop(signal)).toBe(0);
      expect(readdirSync(join(home, signal))).toEqual([]);
    },
  );

  it('does not take a folder', async () => {
    const { code, stderr } = await whichtool(['serve', 'examples', '--demo'], { cwd: home });
    expect([code, stderr]).toEqual([2, expect.stringContaining('FLAG_NO_EFFECT')]);
  });
});

describe('stopping', () => {
  it('does not wait for requests that never end', async () => {
    const stopped = await openDemo('open requests');
    const port = Number(new URL(stopped.link).port);
    const sockets = ['/healthz', '/api/v1/session'].map((path) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 99\r\n`);
      return socket;
    });
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done))));
    expect(await stopped.stop('SIGINT')).toBe(0);
    expect(stopped.stderr()).not.toMatch(/fault of whichtool|at file:/);
    for (const socket of sockets) socket.destroy();
  });

  it('is at once at the second signal, and still removes the example', async () => {
    const stopped = await openDemo('twice');
    const port = Number(new URL(stopped.link).port);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await new Promise((done) => socket.once('connect', done));
    socket.write(`POST /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
    stopped.process.kill('SIGINT');
    await expect.poll(() => stopped.stderr()).toContain('once more');
    await stopped.stop('SIGINT');
    expect(readdirSync(join(home, 'twice'))).toEqual([]);
    socket.destroy();
  });
});

describe('several servers', () => {
  it('serve one project side by side, each with its own token', async () => {
    const project = projectOf('shown');
    const [one, two] = await Promise.all([serve(project), serve(project)]);
    try {
      expect(one.link).not.toBe(two.link);
      expect((await one.get('/api/v1/runs')).status).toBe(200);
      expect((await two.get('/api/v1/runs')).status).toBe(200);
      const foreign = { Authorization: `Bearer ${one.token}` };
      expect((await two.get('/api/v1/runs', foreign)).status).toBe(401);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });

  it('do not share a port', async () => {
    const { port } = new URL(demo.link);
    const { code, stderr } = await whichtool(['serve', '--no-open', '--port', port], { cwd: home });
    expect([code, stderr]).toEqual([2, expect.stringContaining('SERVE_PORT')]);
    const bad = await whichtool(['serve', '--no-open', '--port', '70000'], { cwd: home });
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('FLAG_PORT')]);
  });
});

describe('the tour', () => {
  const { openAddress } = openPages();

  it('leads through five steps by mouse, and back', async () => {
    const { page, mischief } = await openAddress(demo.link);
    const tour = page.getByRole('complementary', { name: 'Tour' });
    await tour.getByText('1 of 5').waitFor();
    await page.locator('.tour-mark').waitFor();
    await expect.poll(() => tour.getByRole('button', { name: 'Back' }).isDisabled()).toBe(true);
    for (const step of [2, 3, 4, 5]) {
      await tour.getByRole('button', { name: 'Next' }).click();
      await tour.getByText(`${step} of 5`).waitFor();
    }
    await tour.getByRole('button', { name: 'Back' }).click();
    await tour.getByText('4 of 5').waitFor();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => tour.count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Tour' }).waitFor();
    await expect.poll(() => tour.count()).toBe(0);
    expect(beyondOrigin(mischief, demo.link)).toEqual([]);
  });

  it('is used by keys, ends with Esc, and can be opened again', async () => {
    const { page } = await openAddress(demo.link);
    const tour = page.getByRole('complementary', { name: 'Tour' });
    await tour.getByText('1 of 5').waitFor();
    await tour.focus();
    await page.keyboard.press('ArrowRight');
    await tour.getByText('2 of 5').waitFor();
    await page.reload();
    await tour.getByText('2 of 5').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tour' }).waitFor();
    await expect.poll(() => page.locator('.tour-mark').count()).toBe(0);
    await page.getByRole('button', { name: 'Tour' }).press('Enter');
    await tour.getByText('1 of 5').waitFor();
  });

  it('does not cover what it marks, and has no findings of axe', async () => {
    for (const width of [1280, 400]) {
      const { page } = await openAddress(demo.link, {
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      await page.locator('.tour-mark').waitFor();
      const [mark, note] = await Promise.all([
        page.locator('.tour-mark').boundingBox(),
        page.locator('.tour').boundingBox(),
      ]);
      expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThan(note?.y ?? 0);
      expect(await checkAxe(page)).toEqual([]);
    }
  });

  it('is not shown in a project of the user', async () => {
    const own = await serve(projectOf('shown'));
    try {
      const { page } = await openAddress(own.link);
      await page.locator('.next-step').waitFor();
      await expect.poll(() => page.getByText('Tour').count()).toBe(0);
    } finally {
      await own.stop();
    }
  });
});

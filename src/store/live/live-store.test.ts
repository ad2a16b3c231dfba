import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArrivedLine, LiveStore } from './live-store.ts';
import { liveFolder } from './live-paths.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whichtool-live-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function line(trace: string, more: Partial<ArrivedLine> = {}): ArrivedLine {
  const members = `"resourceSpans":[{"note":"${trace}"}]`;
  return { trace, receivedMs: 1000, records: 1, hasRoot: false, members, ...more };
}

async function withStore<T>(work: (store: LiveStore) => T | Promise<T>): Promise<T> {
  const store = await LiveStore.open(root);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const logFolder = (): string => join(liveFolder(root), 'log');
const idsOf = (store: LiveStore, limit = 100): string[] =>
  store.index.page(Number.MAX_SAFE_INTEGER, limit, {}).items.map(({ id }) => id);

describe('the store of live traces', () => {
  it('gathers the lines of a trace, whenever they come', async () => {
    await withStore(async (store) => {
      await Promise.all([
        store.add([line('a'), line('b')]),
        store.add([line('a', { records: 3 })]),
      ]);
      const [newest, first] = store.index.page(10, 10, {}).items;
      expect([newest?.id, first?.id, first?.records]).toEqual(['b', 'a', 4]);
      expect(store.linesOf(first!).map((text) => JSON.parse(text).live.records)).toEqual([1, 3]);
    });
  });

  it('waits for the root, or for silence', async () => {
    await withStore(async (store) => {
      await store.add([line('a'), line('b', { hasRoot: true }), line('c', { receivedMs: 3000 })]);
      const ids = (quiet: number, ended: number): string[] =>
        store.index.waiting(quiet, ended, 10).map(({ id }) => id);
      expect(ids(0, 999)).toEqual([]);
      expect(ids(0, 1000)).toEqual(['b']);
      expect(ids(1000, 3000)).toEqual(['a', 'b']);
    });
  });

  it('notes a change only where something changed, and reopens a trace that grows', async () => {
    await withStore(async (store) => {
      await store.add([line('a', { hasRoot: true })]);
      const settle = (): void => {
        const trace = store.index.find('a')!;
        const summary = { spans: trace.records };
        store.index.settle([
          { trace, outcome: 'run', verdict: 'pass', tools: ['x'], summary, words: '' },
        ]);
      };
      settle();
      const settled = store.index.find('a');
      expect(settled).toMatchObject({ isWaiting: false, outcome: 'run', verdict: 'pass' });
      settle();
      expect(store.index.find('a')).toEqual(settled);
      const stale = store.index.find('a')!;
      await store.add([line('a')]);
      expect(store.index.find('a')).toMatchObject({ isWaiting: true, records: 2 });
      // What was made of the trace before it grew does not end its waiting.
      store.index.settle([
        { trace: stale, outcome: 'run', verdict: 'pass', tools: [], summary: null, words: '' },
      ]);
      expect(store.index.find('a')).toMatchObject({ isWaiting: true });
      expect(store.index.changedSince(settled!.change, 10).map(({ id }) => id)).toEqual(['a']);
    });
  });

  it('finds traces by tool, verdict and text, a page at a time', async () => {
    await withStore(async (store) => {
      for (let i = 1; i <= 5; i += 1) {
        await store.add([line(`t${i}`)]);
        const trace = store.index.find(`t${i}`)!;
        const verdict = i % 2 === 0 ? 'fail' : 'pass';
        const summary = { question: `100%_${i}` };
        store.index.settle([
          { trace, outcome: 'run', verdict, tools: [`tool${i % 3}`], summary, words: `100%_${i}` },
        ]);
      }
      const find = (filter: object, before = 99, limit = 99): unknown => {
        const { items, next } = store.index.page(before, limit, filter);
        return [items.map(({ place }) => place), next];
      };
      expect(find({}, 99, 2)).toEqual([[5, 4], 4]);
      expect(find({}, 4, 3)).toEqual([[3, 2, 1], null]);
      expect(find({ verdict: 'fail' })).toEqual([[4, 2], null]);
      expect(find({ tool: 'tool1' })).toEqual([[4, 1], null]);
      expect(find({ tool: 'tool1', verdict: 'fail' })).toEqual([[4], null]);
      expect(find({ text: '%_3' })).toEqual([[3], null]);
      expect(find({ text: 'nothing' })).toEqual([[], null]);
      const counts = (['open', 'run', 'pass', 'fail'] as const).map((name) =>
        store.index.countOf(name),
      );
      expect(counts).toEqual([0, 5, 3, 2]);
    });
  });

  it('refuses a second server of the project', async () => {
    await withStore(async () => {
      await expect(LiveStore.open(root)).rejects.toMatchObject({
        issues: [{ code: 'LIVE_LOCKED' }],
      });
    });
  });
});

describe('after a crash', () => {
  it('drops what was never acknowledged, and keeps the rest', async () => {
    await withStore((store) => store.add([line('a')]));
    const [segment] = readdirSync(logFolder());
    appendFileSync(join(logFolder(), segment!), '{"live":{"trace":"torn"');
    await withStore(async (store) => {
      await store.add([line('b')]);
      expect(idsOf(store)).toEqual(['b', 'a']);
      expect(store.damaged).toBe(0);
    });
  });

  it('indexes what is in the log alone', async () => {
    await withStore((store) => store.add([line('a')]));
    const [segment] = readdirSync(logFolder());
    const text = readFileSync(join(logFolder(), segment!), 'utf8');
    appendFileSync(join(logFolder(), segment!), text.replaceAll('"a"', '"late"') + 'nonsense\n');
    await withStore((store) => {
      expect(idsOf(store)).toEqual(['late', 'a']);
      expect(store.damaged).toBe(1);
    });
  });

  it.each(['', 'not a database', 'SQLite format 3\0 but damaged'])(
    'makes the index again where it is %j',
    async (content) => {
      await withStore((store) => store.add([line('a'), line('b')]));
      writeFileSync(join(liveFolder(root), 'index.db'), content);
      await withStore((store) => expect(idsOf(store)).toEqual(['b', 'a']));
    },
  );

  it('deletes the oldest segments beyond what is kept', async () => {
    await withStore(async (store) => {
      const big = `"resourceSpans":["${'x'.repeat(6 * 1024 * 1024)}"]`;
      for (let i = 0; i < 8; i += 1)
        await store.add([line(`t${i}`, { members: big, receivedMs: i })]);
      expect(store.prune({ maxAgeMs: 100, maxBytes: 1e9 }, 50)).toBe(0);
      expect(store.prune({ maxAgeMs: 100, maxBytes: 35e6 }, 50)).toBe(3);
      expect(idsOf(store)).toEqual(['t7', 't6', 't5', 't4', 't3']);
      expect(store.bytes).toBeLessThan(32e6);
      expect(store.prune({ maxAgeMs: 10, maxBytes: 1e9 }, 50)).toBe(3);
      expect(store.linesOf(store.index.find('t7')!)).toHaveLength(1);
    });
    await withStore((store) => expect(idsOf(store)).toEqual(['t7', 't6']));
  });
});

import { describe, expect, test } from 'vitest';
import { type Reply, type Seen, serve, world } from '../../../test/support/loopback.ts';
import { collect } from './fixtures/collect.ts';
import { findSource } from './index.ts';
import { langfuseSource } from './langfuse-source.ts';
import { langsmithSource } from './langsmith-source.ts';
import { phoenixSource } from './phoenix-source.ts';
import type { Source } from './source.ts';

/** What a source hands to this test. */
interface SourceCase {
  readonly source: Source;
  readonly env: (url: string) => { readonly [name: string]: string };
  /** Responds to the requests before the pages: which project it is. */
  readonly project: (seen: Seen) => Reply | null;
  /** A page with a trace of a single record, and then the cursor. */
  readonly page: (cursor: string | null) => unknown;
}

const SECRET = 's3cret-key';
const START = '2026-04-01T09:00:00Z';

const CASES: readonly SourceCase[] = [
  {
    source: langsmithSource,
    env: (url) => ({ LANGSMITH_API_KEY: SECRET, LANGSMITH_ENDPOINT: url }),
    project: ({ path }) =>
      path === '/api/v1/sessions' ? { body: [{ id: 'i', name: 'p' }] } : null,
    page: (next_cursor) => ({
      items: [{ id: 't', trace_id: 't', run_type: 'CHAIN', start_time: START }],
      next_cursor,
    }),
  },
  {
    source: langfuseSource,
    env: (url) => ({
      LANGFUSE_PUBLIC_KEY: 'pk',
      LANGFUSE_SECRET_KEY: SECRET,
      LANGFUSE_BASE_URL: url,
    }),
    project: ({ path }) =>
      path === '/api/public/projects' ? { body: { data: [{ id: 'i', name: 'p' }] } } : null,
    page: (cursor) => ({
      data: [{ id: 'o', traceId: 't', type: 'AGENT', startTime: START }],
      meta: { cursor },
    }),
  },
  {
    source: phoenixSource,
    env: (url) => ({ PHOENIX_API_KEY: SECRET, PHOENIX_COLLECTOR_ENDPOINT: url }),
    project: () => null,
    page: (next_cursor) => ({
      data: [
        {
          name: 'r',
          context: { trace_id: 't', span_id: 's' },
          span_kind: 'AGENT',
          start_time: START,
          attributes: {},
        },
      ],
      next_cursor,
    }),
  },
];

describe.each(CASES.map((testCase) => [testCase.source.scheme, testCase] as const))(
  '%s',
  (scheme, { source, env, project, page }) => {
    const url = `${scheme}://p`;
    const answerPages =
      (reply: (seen: Seen, count: number) => Reply) => (seen: Seen, count: number) =>
        project(seen) ?? reply(seen, count);

    test('is found by its address, and gives records that its format knows', async () => {
      expect(findSource(url)).toBe(source);
      const server = await serve(answerPages(() => ({ body: page(null) })));
      const records = await collect(source, url, world(env(server.url)));
      expect(records).toMatchObject([{ kind: 'value', where: { file: url } }]);
      for (const record of records)
        if (record.kind === 'value') expect(source.format.sniff(record.value)).toBe('part');
    });

    test('comes through a limit of requests and a failure of the server', async () => {
      let failures = 0;
      const server = await serve(
        answerPages(() => {
          failures += 1;
          if (failures === 1) return { status: 429, headers: { 'retry-after': '5' } };
          return failures === 2 ? { status: 500 } : { body: page(null) };
        }),
      );
      const context = world(env(server.url));
      expect(await collect(source, url, context)).toMatchObject([{ kind: 'value' }]);
      expect(context.waits).toEqual([5000, 2000]);
    });

    test('keeps what came before a failure that lasts, and says what failed', async () => {
      const server = await serve(
        answerPages((seen) =>
          isFirst(seen) ? { body: page('next') } : { status: 503, body: `down: ${SECRET}` },
        ),
      );
      const records = await collect(source, url, world(env(server.url)));
      expect(records).toMatchObject([
        { kind: 'value' },
        { kind: 'error', issue: { code: 'SOURCE_FAILED', where: { file: url } } },
      ]);
      expect(JSON.stringify(records)).not.toContain(SECRET);
    });

    test('does not turn in circles', async () => {
      const server = await serve(answerPages(() => ({ body: page('same') })));
      const records = await collect(source, url, world(env(server.url)));
      expect(records.at(-1)).toMatchObject({ kind: 'error', issue: { code: 'SOURCE_FAILED' } });
      expect(records.length).toBeLessThan(5);
    });

    test.each([[[]], [{}], ['text'], [null], [{ data: 7, items: 7 }]])(
      'an answer of the wrong shape is a failure: %j',
      async (body) => {
        const server = await serve(answerPages(() => ({ body: JSON.stringify(body) })));
        expect(await collect(source, url, world(env(server.url)))).toMatchObject([
          { kind: 'error', issue: { code: 'SOURCE_FAILED' } },
        ]);
      },
    );

    test('a key that is refused is a set-up to mend', async () => {
      const server = await serve(() => ({ status: 401, body: SECRET }));
      const failed = collect(source, url, world(env(server.url)));
      await expect(failed).rejects.toMatchObject({ issues: [{ code: 'SOURCE_REFUSED' }] });
      await expect(failed).rejects.not.toThrow(SECRET);
    });
  },
);

/** Whether the request is for the first page: without a cursor. */
function isFirst({ query, body }: Seen): boolean {
  return !query.has('cursor') && (body === null || !('cursor' in body));
}

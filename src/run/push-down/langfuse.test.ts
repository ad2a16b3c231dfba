import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from '../../../test/support/clickhouse.ts';
import { compareRuns, suiteOf } from './fixtures/compare-runs.ts';
import { classesOf } from './fixtures/random-suites.ts';

/** Rows that are alone in their trace, beside a trace of a plain run. */
const ALONE: readonly (readonly [what: string, row: object])[] = [
  ['a type of a later version', { type: 'FUTURE' }],
  ['a type in lower case', { type: 'generation', tool_call_names: ['get'], tool_calls: ['{}'] }],
  [
    'calls on a row that is not a model',
    { type: 'SPAN', tool_call_names: ['find'], tool_calls: ['{}'] },
  ],
  ['a failed step', { type: 'SPAN', level: 'ERROR' }],
  ['a tool without a name', { type: 'TOOL', name: '' }],
  ['a level that is not known', { type: 'TOOL', name: 'find', level: 'ODD' }],
  ['names without calls', { type: 'GENERATION', tool_call_names: ['find'] }],
  ['a step', { type: 'CHAIN' }],
];

describe.skipIf(!hasClickHouse)('observations of Langfuse that are counted', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    [server] = (await startClickHouse()) as [ClickHouseServer];
    await server.query(
      'CREATE TABLE events_core (project_id String, trace_id String, span_id String, parent_span_id String, ' +
        'start_time DateTime, type String, name String, level String, event_ts DateTime, is_deleted UInt8, ' +
        'tool_calls Array(String), tool_call_names Array(String)) ENGINE = ReplacingMergeTree(event_ts) ' +
        'ORDER BY (project_id, trace_id, span_id)',
    );
    const rows = ALONE.flatMap(([, row], i) => {
      const plain = {
        project_id: `p${i}`,
        start_time: '2026-01-01 00:00:00',
        event_ts: '2026-01-01 00:00:00',
        level: 'DEFAULT',
        name: 'x',
      };
      const calls = { tool_call_names: ['get'], tool_calls: ['{"id":"c"}'] };
      return [
        { ...plain, ...calls, trace_id: `plain ${i}`, span_id: 'a', type: 'GENERATION' },
        { ...plain, trace_id: `alone ${i}`, span_id: 'b', ...row },
      ];
    });
    await server.query(
      'INSERT INTO events_core FORMAT JSONEachRow',
      rows.map((row) => JSON.stringify(row)).join('\n'),
    );
  });
  afterAll(() => server.stop());

  it.each(ALONE.map(([what], i) => [what, i] as const))('%s', async (_what, i) => {
    const suite = (await suiteOf({
      tests: [{ name: 'only', ...classesOf([['get'], ['find']], 20) }],
    }))!;
    const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
    const address = `clickhouse://${user}@127.0.0.1:${server.port}/default/events_core?project=p${i}`;
    const { streamed, counted, why } = await compareRuns(suite, address);
    expect({ why, ...counted }).toEqual({ why: [], ...streamed });
  });
});

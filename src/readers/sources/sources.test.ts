import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSource } from './index.ts';
import { parseSourceUrl, type SourceQuery } from './source-url.ts';
import { TraceWindow } from './trace-window.ts';

const now = (): Date => new Date('2026-04-01T12:00:00Z');

describe('addresses', () => {
  test.each([
    ['langsmith://shop', { project: 'shop', since: null, until: null, limit: null }],
    ['langsmith://a%2Fb%20c/', { project: 'a/b c' }],
    ['langsmith://p?since=2026-01-31', { since: '2026-01-31T00:00:00.000Z' }],
    [
      'langsmith://p?since=2026-01-31T10:00:00Z&until=2026-01-31T12:00:00+01:00',
      { since: '2026-01-31T10:00:00.000Z', until: '2026-01-31T11:00:00.000Z' },
    ],
    ['langsmith://p?since=90m', { since: '2026-04-01T10:30:00.000Z' }],
    ['langsmith://p?since=2d&limit=500', { since: '2026-03-30T12:00:00.000Z', limit: 500 }],
  ])('%s', (url, expected) => {
    expect(parseSourceUrl(url, now)).toMatchObject(expected);
  });

  test.each([
    ['langsmith://', 'names no project'],
    ['langsmith://p%zz', 'is not an escape'],
    ['langsmith://p?since=yesterday', 'since is not a time'],
    ['langsmith://p?until=2026-99-99', 'until is not a time'],
    ['langsmith://p?limit=0', 'limit is not a number'],
    ['langsmith://p?limit=1e3', 'limit is not a number'],
    ['langsmith://p?sinse=1d', 'no parameter "sinse"'],
  ])('%s is refused', (url, message) => {
    expect(() => parseSourceUrl(url, now)).toThrow(message);
  });
});

describe('finding a source', () => {
  test('the scheme may be written large', () => {
    expect(findSource('LangSmith://p').scheme).toBe('langsmith');
  });

  test('an unknown one is refused with those that there are', () => {
    expect(() => findSource('clickhouse://x')).toThrow('there is no source "clickhouse"');
  });
});

describe('windows', () => {
  const query = (more: Partial<SourceQuery> = {}): SourceQuery => ({
    project: 'p',
    since: null,
    until: null,
    limit: null,
    ...more,
  });

  test('a trace that began before the window, or after it, is left out whole', () => {
    const window = new TraceWindow(query({ since: '2', until: '5' }));
    const records = [
      ...window.add('late child', { traceId: 'late', isRoot: false, start: '7' }),
      ...window.add('late root', { traceId: 'late', isRoot: true, start: '6' }),
      ...window.add('child', { traceId: 'in', isRoot: false, start: '6' }),
      ...window.add('early child', { traceId: 'early', isRoot: false, start: '3' }),
      ...window.add('root', { traceId: 'in', isRoot: true, start: '3' }),
    ];
    expect(records).toEqual(['child', 'root']);
    expect(window.end()).toEqual({ records: [], leftOut: 1 });
  });

  test('parts whose root was never recorded are given where nothing was cut off', () => {
    const window = new TraceWindow(query());
    expect(window.add('orphan', { traceId: 't', isRoot: false, start: '1' })).toEqual([]);
    expect(window.end()).toEqual({ records: ['orphan'], leftOut: 0 });
  });

  test('in whatever order parts come, each trace is given whole or not at all', () => {
    const part = fc.record({
      trace: fc.integer({ min: 0, max: 4 }),
      at: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (parts, limit) => {
          const all = [0, 1, 2, 3, 4].map((trace) => ({ trace, at: 0 })).concat(parts);
          const shuffled = all
            .map((entry, index) => ({ ...entry, index, key: (entry.at * 7 + index * 13) % 11 }))
            .sort((a, b) => a.key - b.key);
          const window = new TraceWindow(query({ limit }));
          const records = shuffled.flatMap(({ trace, at, index }) =>
            window.add(index, { traceId: String(trace), isRoot: index < 5, start: String(at) }),
          );
          records.push(...window.end().records);
          const traces = new Set(records.map((index) => all[Number(index)]?.trace));
          expect(traces.size).toBe(limit);
          expect(records.length).toBe(all.filter(({ trace }) => traces.has(trace)).length);
        },
      ),
    );
  });
});

import { expect, it } from 'vitest';
import { exposedServers } from './exposed-servers.ts';

it.each([
  ['redis://127.0.0.1:6379', 'postgres://db@localhost/x'],
  ['redis://[::1]:6379', 'sqlite:results.db'],
  ['redis://localhost', 'postgres://db@127.0.0.1:5433/x'],
  ['rediss://:secret@queue:6379', 'postgres://db@db/x?sslmode=verify-full'],
])('says nothing of %s and %s', (queue, store) => {
  expect(exposedServers(queue, store)).toEqual([]);
});

it.each([
  ['redis://queue:6379', 'no TLS and no password'],
  ['rediss://queue:6379', 'no password'],
  ['redis://:s3cret@queue:6379', 'no TLS'],
])('says what %s lacks, without its password', (queue, lacks) => {
  const [note, ...more] = exposedServers(queue, 'sqlite:results.db');
  expect(note).toContain(lacks);
  expect(note).not.toContain('s3cret');
  expect(more).toEqual([]);
});

it.each(['postgres://db:s3cret@db/x', 'postgres://db:s3cret@10.0.0.1/x?sslmode=prefer'])(
  'says that %s is read without TLS',
  (store) => {
    const [note] = exposedServers('redis://localhost', store);
    expect(note).toContain('without TLS');
    expect(note).not.toContain('s3cret');
  },
);

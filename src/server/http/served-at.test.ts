import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { forgetAddress, noteAddress, readAddress } from './served-at.ts';

const root = mkdtempSync(join(tmpdir(), 'whichtool-served-'));
const servers = join(root, '.whichtool', 'servers');
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => rmSync(servers, { recursive: true, force: true }));

it('is the server that was started last, and the other one when that ends', async () => {
  expect(readAddress(root)).toBeNull();
  await noteAddress(root, 'http://127.0.0.1:4001');
  utimesSync(join(servers, `${process.pid}-4001`), 1, 1);
  await noteAddress(root, 'http://127.0.0.1:4002');
  expect(readAddress(root)).toBe('http://127.0.0.1:4002');
  forgetAddress(root, 'http://127.0.0.1:4002');
  expect(readAddress(root)).toBe('http://127.0.0.1:4001');
  forgetAddress(root, 'http://127.0.0.1:4001');
  expect(readAddress(root)).toBeNull();
});

it('is not a server that was killed, nor a file that is something else', async () => {
  mkdirSync(servers, { recursive: true });
  // No process has such a number.
  writeFileSync(join(servers, '4194399-4000'), 'http://127.0.0.1:4000\n');
  writeFileSync(join(servers, `${process.pid}-4003`), 'http://127.0.0.1:4003/evil path\n');
  writeFileSync(join(servers, 'notes.txt'), 'http://127.0.0.1:4004\n');
  expect(readAddress(root)).toBeNull();
  forgetAddress(root, 'http://127.0.0.1:4005');
  expect(readdirSync(servers).toSorted()).toEqual([`${process.pid}-4003`, 'notes.txt'].toSorted());
});

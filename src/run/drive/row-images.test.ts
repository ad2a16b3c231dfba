import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RowImages } from './row-images.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1');
const DATA = PNG.toString('base64');
const IMAGE = { type: 'image', mediaType: 'image/png', data: DATA };
const SOURCE = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: DATA },
};

let root: string;
let dataset: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whichtool-images-'));
  mkdirSync(join(root, 'data/scans'), { recursive: true });
  dataset = join(root, 'data/rows.jsonl');
  writeFileSync(join(root, 'data/scans/a.png'), PNG);
  writeFileSync(join(root, 'secret.png'), PNG);
  writeFileSync(join(root, 'data/text.png'), 'text');
  symlinkSync(join(root, 'secret.png'), join(root, 'data/link.png'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (row: object, limit?: number): ReturnType<RowImages['read']> =>
  new RowImages(dataset, limit).read(row as never);

it('reads the images of the column, by path or by address', async () => {
  const images = ['scans/a.png', 'https://example.com/b.png', `data:image/png;base64,${DATA}`];
  expect(await read({ input: 'x', images })).toEqual({
    input: 'x',
    images: [IMAGE, { type: 'image', url: 'https://example.com/b.png' }, IMAGE],
  });
  expect(await read({ input: 'x', images: 'scans/a.png' })).toMatchObject({ images: [IMAGE] });
  expect(await read({ input: 'x' })).toEqual({ input: 'x', images: [] });
});

it('puts images into messages in place of their paths', async () => {
  const text = { type: 'text', text: 'what is scans/a.png?' };
  const content = [
    text,
    { type: 'image', path: 'scans/a.png' },
    { type: 'image_url', image_url: { url: 'scans/a.png' } },
    { type: 'image_url', image_url: { url: 'https://example.com/b.png' } },
  ];
  const message = { role: 'user', content };
  const filled = { role: 'user', content: [text, SOURCE, SOURCE, content[3]] };
  expect(await read({ input: { messages: [message], context: 1 } })).toEqual({
    input: { messages: [filled], context: 1 },
    images: [],
  });
  expect(await read({ input: [message] })).toEqual({ input: [filled], images: [] });
});

it.each([
  ['../secret.png', '../secret.png is not inside the folder of the dataset'],
  ['/etc/hostname', '/etc/hostname is not inside the folder of the dataset'],
  ['link.png', 'link.png is not inside the folder of the dataset'],
  ['missing.png', 'missing.png cannot be read (ENOENT)'],
  ['text.png', 'text.png is not a PNG, JPEG, GIF or WebP image'],
  ['scans', 'scans is not a file'],
  [3, 'an image is named by its path'],
])('does not read %s', async (path, message) => {
  expect(await read({ input: 'x', images: [path] })).toEqual({ pointer: '/images/0', message });
  if (typeof path !== 'string') return;
  const content = [{ type: 'image', path }];
  expect(await read({ input: [{ role: 'user', content }] })).toEqual({
    pointer: '/input/0/content/0',
    message,
  });
});

it('has limits', async () => {
  const many = Array.from({ length: 51 }, () => 'scans/a.png');
  expect(await read({ images: many })).toMatchObject({ pointer: '/images' });
  expect(await read({ images: ['scans/a.png'] }, DATA.length - 1)).toEqual({
    pointer: '/images/0',
    message: `the images of the dataset have more than ${DATA.length - 1} bytes`,
  });
  // The same image again takes no more memory.
  const twice = ['scans/a.png', 'scans/a.png'];
  expect(await read({ images: twice }, DATA.length)).toMatchObject({ images: [IMAGE, IMAGE] });
});

it('has no folder beside a dataset of a service', async () => {
  const images = new RowImages('langsmith://rows');
  expect(await images.read({ images: ['a.png'] })).toMatchObject({ pointer: '/images/0' });
});

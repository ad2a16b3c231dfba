import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { JsonObject } from '#core';
import { insideRoot } from '#platform';
import { JsonRpcError } from './json-rpc-peer.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** The files of a session: an agent reads and writes through us inside one folder only, links followed. */
export class SessionFiles {
  readonly #root: string;

  /** `root` is a real path. */
  constructor(root: string) {
    this.#root = root;
  }

  async read({ path, line, limit }: JsonObject): Promise<JsonObject> {
    const file = this.#inside(path);
    const info = await stat(file).catch(() => null);
    if (info?.isFile() !== true) throw new JsonRpcError(-32002, 'there is no such file');
    if (info.size > MAX_FILE_BYTES) throw new JsonRpcError(-32602, 'the file is too large');
    const text = await readFile(file, 'utf8');
    if (typeof line !== 'number' && typeof limit !== 'number') return { content: text };
    const first = typeof line === 'number' && line > 0 ? line - 1 : 0;
    const lines = text.split('\n');
    const last = typeof limit === 'number' ? first + limit : lines.length;
    return { content: lines.slice(first, last).join('\n') };
  }

  async write({ path, content }: JsonObject): Promise<JsonObject> {
    const file = this.#inside(path);
    if (typeof content !== 'string') throw new JsonRpcError(-32602, 'content must be text');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return {};
  }

  /** The path; refused where it leads out of the folder. */
  #inside(path: unknown): string {
    if (typeof path !== 'string' || !isAbsolute(path) || path.includes('\0'))
      throw new JsonRpcError(-32602, 'path must be absolute');
    const file = resolve(path);
    if (!insideRoot(file, this.#root))
      throw new JsonRpcError(-32602, 'the path leads out of the folder of the session');
    return file;
  }
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '#core';
import type { ToolMock } from '#drivers';
import { readCassette } from './cassette.ts';

/** A tool, and what it answered to some arguments. */
export type RecordedMock = readonly [tool: string, mock: ToolMock];

/** The tool results in a folder of cassettes, in the order of the files; other files are skipped. */
export async function readRecordedMocks(folder: string): Promise<readonly RecordedMock[]> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const mocks: RecordedMock[] = [];
  for (const name of names.filter((name) => name.endsWith('.json')).sort()) {
    for (const mock of await readMocks(join(folder, name))) mocks.push(mock);
  }
  return mocks;
}

async function readMocks(path: string): Promise<readonly RecordedMock[]> {
  const document = await readCassette(path);
  const notes = document?.cassette ?? null;
  const exchanges = isJsonObject(notes) ? notes.exchanges : null;
  if (!Array.isArray(exchanges)) return [];
  const all = (exchanges as readonly Json[]).filter(isJsonObject);
  return [...all.flatMap(toMock), ...wireMocks(all)];
}

function toMock({
  tool,
  arguments: args = null,
  status,
  result,
  told,
}: JsonObject): RecordedMock[] {
  if (typeof tool !== 'string' || result === undefined || !isJsonObject(args)) return [];
  return [[tool, { args, result: told ?? result, isError: status === 'error' }]];
}

/** Calls of a program to its MCP servers, and what those answered, as its capture recorded them. */
function wireMocks(exchanges: readonly JsonObject[]): readonly RecordedMock[] {
  const open = new Map<string, { readonly tool: string; readonly args: JsonObject }>();
  const mocks: RecordedMock[] = [];
  for (const { server = null, connection = null, dir, msg = null } of exchanges) {
    if (!isJsonObject(msg) || typeof server !== 'string') continue;
    const key = JSON.stringify([server, connection, msg.id ?? null]);
    const params = isJsonObject(msg.params ?? null) ? (msg.params as JsonObject) : {};
    if (dir === '->' && msg.method === 'tools/call') {
      const { name, arguments: args = {} } = params;
      if (typeof name === 'string' && isJsonObject(args))
        open.set(key, { tool: `${server}.${name}`, args });
      continue;
    }
    const call = dir === '<-' ? open.get(key) : undefined;
    if (call === undefined || !isJsonObject(msg.result ?? null)) continue;
    open.delete(key);
    const result = msg.result as JsonObject;
    mocks.push([call.tool, { args: call.args, result, isError: result.isError === true }]);
  }
  return mocks;
}

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
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    for (const mock of await readMocks(join(folder, name))) mocks.push(mock);
  }
  return mocks;
}

async function readMocks(path: string): Promise<readonly RecordedMock[]> {
  const document = await readCassette(path);
  const notes = document?.cassette ?? null;
  const exchanges = isJsonObject(notes) ? notes.exchanges : null;
  if (!Array.isArray(exchanges)) return [];
  return (exchanges as readonly Json[]).filter(isJsonObject).flatMap(toMock);
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

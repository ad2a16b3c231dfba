import { stat } from 'node:fs/promises';
import {
  type Issue,
  isJsonObject,
  type Json,
  parseCatalog,
  parseJson,
  parseTrace,
  toolOfSkill,
  type ToolSpec,
} from '#core';
import { expandPaths, posixRelative } from '#platform';
import { readSkill, SKILL_FILE } from './read-skill.ts';
import { readTextFile, type TextFileCode } from './read-text-file.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const SHAPES = 'a catalog is JSON: a list of tools, { "tools": […] }, or servers with their tools';
const TOOL_SHAPE = 'a tool is { "name", "description", "input_schema" }';

export type ReadCatalog =
  | { readonly ok: true; readonly tools: readonly ToolSpec[] }
  | {
      readonly ok: false;
      readonly issues: readonly Pick<Issue<CatalogCode>, 'code' | 'message'>[];
    };

/** Why a catalog cannot be used. */
type CatalogCode = TextFileCode | 'SUITE_CATALOG';

/** Reads a catalog in any of the forms in which tools are listed; a folder is a catalog of its skills. */
export async function readCatalog(path: string, label: string): Promise<ReadCatalog> {
  return (await isFolder(path)) ? readSkillFolder(path, label) : readCatalogFile(path, label);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function readSkillFolder(path: string, label: string): Promise<ReadCatalog> {
  const { paths } = await expandPaths([path], path, SKILL_FILE);
  const messages: string[] = [];
  const tools: ToolSpec[] = [];
  for (const file of paths) {
    const name = `${label.replace(/[\\/]+$/, '')}/${posixRelative(path, file)}`;
    const read = await readSkill(file, name);
    if (read.ok) tools.push(toolOfSkill(read.skill));
    else messages.push(`${name}: ${read.message}`);
  }
  if (paths.length === 0) messages.push(`${label}: there is no SKILL.md in this folder`);
  if (messages.length === 0) return { ok: true, tools };
  return { ok: false, issues: messages.map((message) => ({ code: 'SUITE_CATALOG', message })) };
}

async function readCatalogFile(path: string, label: string): Promise<ReadCatalog> {
  const read = await readTextFile(path, label, MAX_BYTES);
  if (!read.ok) {
    return {
      ok: false,
      issues: [{ code: read.issue.code, message: `${label}: ${read.issue.message}` }],
    };
  }
  const reject = (...messages: readonly string[]): ReadCatalog => ({
    ok: false,
    issues: messages.map((message) => ({ code: 'SUITE_CATALOG', message: `${label}: ${message}` })),
  });
  const parsed = parseJson(read.text);
  if (!parsed.ok) return reject(`${parsed.message}; ${SHAPES}`);
  const catalog = parseCatalog(parsed.value) ?? parseToolList(parsed.value);
  if (catalog === null) return reject(SHAPES);
  if (catalog.ok) return catalog;
  return reject(
    ...catalog.issues.map((issue) =>
      `${issue.where?.pointer ?? ''} ${issue.message}; ${TOOL_SHAPE}`.trim(),
    ),
  );
}

/** A list that is empty, or in which something is not a tool: the latter is said with its place. */
function parseToolList(value: Json): ReturnType<typeof parseCatalog> {
  const tools = isJsonObject(value) ? value.tools : value;
  if (!Array.isArray(tools)) return null;
  const parsed = parseTrace({ tool_calls: [], tools });
  return parsed.ok ? { ok: true, tools: parsed.trace.offered ?? [] } : parsed;
}

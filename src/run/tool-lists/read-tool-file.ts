import { dirname } from 'node:path';
import {
  type Issue,
  parseCatalog,
  parseJson,
  type SkillFile,
  type ToolSpec,
  UserError,
} from '#core';
import type { ServerSpec } from '#drivers';
import { readChunks } from '#platform';
import { readSkill, SKILL_FILE } from '#suite';
import { runError, runIssue } from '../issues/run-codes.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** What a file holds: servers to ask, tools, or something else, which may be traces. */
export type ToolFile =
  | {
      readonly kind: 'servers';
      readonly servers: ReadonlyMap<string, ServerSpec>;
      readonly issues: readonly Issue[];
    }
  | { readonly kind: 'catalog'; readonly tools: readonly ToolSpec[] }
  | { readonly kind: 'skill'; readonly skill: SkillFile }
  | { readonly kind: 'other' };

/** Reads a file of servers or tools. Throws a UserError where it is one of them and cannot be used. */
export async function readToolFile(
  path: string,
  label: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ToolFile> {
  if (SKILL_FILE.test(path)) return readSkillFile(path, label);
  const text = path.endsWith('.json') ? await readText(path, label) : null;
  if (text === null) return { kind: 'other' };
  const parsed = parseJson(text);
  const catalog = parsed.ok ? parseCatalog(parsed.value) : null;
  if (catalog === null) return await readServers(text, path, label, environment);
  if (catalog.ok) return { kind: 'catalog', tools: catalog.tools };
  const issues = catalog.issues.map(({ where, message }): Issue => {
    const text = `${where?.pointer ?? ''} ${message}`.trim();
    const hint = 'a tool is { "name", "description", "input_schema" }';
    return runIssue('CATALOG_UNUSABLE', text, { where: { file: label }, hint });
  });
  throw new UserError(issues);
}

async function readSkillFile(path: string, label: string): Promise<ToolFile> {
  const read = await readSkill(path, label);
  if (read.ok) return { kind: 'skill', skill: read.skill };
  const hint = 'a skill begins with front matter: name and description between two lines of ---';
  throw runError('SKILL_UNUSABLE', read.message, { where: { file: label }, hint });
}

async function readServers(
  text: string,
  path: string,
  label: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ToolFile> {
  if (!/"(?:mcpServers|servers)"/.test(text)) return { kind: 'other' };
  const { readMcpJson } = await import('./mcp-servers.ts');
  const { servers, issues } = readMcpJson(text, {
    file: label,
    folder: dirname(path),
    restart: 'never',
    env: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
  });
  // An issue about no server in particular says that there are none.
  if (issues.some(({ where }) => where?.pointer === undefined)) return { kind: 'other' };
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UserError(errors);
  return { kind: 'servers', servers, issues };
}

/** The text of a file; null where it is larger than any catalog. */
async function readText(path: string, label: string): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(path, { label })) {
    if (!chunk.ok) throw new UserError([chunk.issue]);
    size += chunk.bytes.length;
    if (size > MAX_BYTES) return null;
    // The buffer is used again for the next chunk.
    parts.push(Buffer.from(chunk.bytes));
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

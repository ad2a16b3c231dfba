import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { type Issue, UserError } from '#core';
import { expandPaths, insideRoot, posixRelative } from '#platform';
import type { AgentPlan, Suite } from '#suite';
import { shortHash } from './fingerprint.ts';

/** Programs that run the code of others: a new version of one is not a change of the agent. */
const INTERPRETER =
  /^(?:node|bun|deno|tsx|ts-node|npx|python[\d.]*|pypy[\d.]*|uv|poetry|ruby|perl|php|java|dotnet|bash|sh|zsh|pwsh)(?:\.exe|\.cmd)?$/i;

/**
 * The hash of the code of an agent that can be seen: its module, the files among the words of its command that lie inside
 * the root, and what `watch` names. Null where there is none. What these import or start is not seen.
 */
export async function hashCode(suite: Suite, agent: AgentPlan): Promise<string | null> {
  const { module, watch } = agent.files;
  const files = new Set([
    ...(module === null ? [] : [module.path]),
    ...commandFiles(suite, agent),
    ...(await watchedFiles(suite, watch)),
  ]);
  if (files.size === 0) return null;
  const hashes: [string, string][] = [];
  for (const path of [...files].sort())
    hashes.push([posixRelative(suite.root, path), await hashFile(path)]);
  return shortHash(hashes);
}

function commandFiles(suite: Suite, { document }: AgentPlan): readonly string[] {
  const { acp, command = acp ?? [] } = document;
  // The folder of an ACP agent is that of its session.
  const cwd = acp === undefined ? (document.cwd ?? '.') : '.';
  const folder = resolve(suite.folder, cwd);
  return command.flatMap((word, index) => {
    // The first word names a program, which is searched for in PATH unless it is a path.
    if (index === 0 && (!/[\\/]/.test(word) || INTERPRETER.test(basename(word)))) return [];
    const candidates = [word, word.slice(word.indexOf('=') + 1)];
    const path = candidates
      .map((candidate) => resolve(folder, candidate))
      .find((candidate) => isCode(candidate, suite));
    return path === undefined ? [] : [path];
  });
}

function isCode(path: string, { root }: Suite): boolean {
  if (path.includes(`${sep}node_modules${sep}`) || path.includes('\0')) return false;
  try {
    return statSync(path).isFile() && insideRoot(path, root);
  } catch {
    return false;
  }
}

async function watchedFiles(suite: Suite, watch: readonly string[]): Promise<readonly string[]> {
  if (watch.length === 0) return [];
  const { paths, issues } = await expandPaths(watch, suite.folder, /./);
  const faults = issues.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) throw new UserError(faults.map((issue) => ofWatch(issue, suite)));
  return paths.filter((path) => insideRoot(path, suite.root));
}

function ofWatch(issue: Issue, { file }: Suite): Issue {
  return { ...issue, message: `watch: ${issue.message}`, where: issue.where ?? { file } };
}

/** Line endings do not matter: version control may change them between machines. */
async function hashFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return '';
  const text = bytes.includes(0) ? null : bytes.toString('latin1').replaceAll('\r\n', '\n');
  return createHash('sha256')
    .update(text === null ? bytes : Buffer.from(text, 'latin1'))
    .digest('hex');
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isJsonObject, parseJson, type Trace, UserError } from '#core';
import { CaseQueue } from '#dataset';
import { errorCode, writeFileAtomic } from '#platform';
import { liveFolder } from '#store';
import type { LiveQueueRule, LiveSummary } from '#schema';
import { Problem } from '../http/problem.ts';

const RULE_FILE = 'queue.json';
const WHEN: readonly LiveQueueRule['when'][] = ['all', 'failed', 'unknown-tools'];

/** A run that may be labelled. */
export interface Candidate {
  readonly id: string;
  readonly trace: Trace;
  readonly summary: LiveSummary;
  readonly isFailed: boolean;
}

/** Writes runs that fit a rule to a sample, where people label them. The rule is kept with the project. */
export class LabelQueue {
  readonly #root: string;
  #rule: LiveQueueRule | null;
  #queue: CaseQueue | null = null;
  /** How many cases were written since the start. */
  queued = 0;
  /** Why cases could not be written, the last time. */
  fault: string | null = null;

  constructor(root: string) {
    this.#root = root;
    this.#rule = loadRule(root);
  }

  get rule(): LiveQueueRule | null {
    return this.#rule;
  }

  /** Replaces the rule; null for none. Throws where it means nothing, or its folder cannot be used. */
  async change(value: unknown): Promise<LiveQueueRule | null> {
    const rule = value === null ? null : parseRule(value, this.#root);
    const queue = rule === null ? null : await CaseQueue.open(resolve(this.#root, rule.folder));
    const file = join(liveFolder(this.#root), RULE_FILE);
    const written = await writeFileAtomic(file, [`${JSON.stringify(rule)}\n`]);
    if (!written.ok) throw new UserError([written.issue]);
    this.#rule = rule;
    this.#queue = queue;
    this.fault = null;
    return rule;
  }

  /** Writes the runs that fit the rule. A fault is noted, and does not hold up what arrives. */
  async add(candidates: readonly Candidate[]): Promise<void> {
    const rule = this.#rule;
    if (rule === null) return;
    const chosen = candidates.filter((candidate) => fits(rule, candidate));
    if (chosen.length === 0) return;
    try {
      this.#queue ??= await CaseQueue.open(resolve(this.#root, rule.folder));
      this.queued += await this.#queue.add(chosen.map(({ trace }) => trace));
      this.fault = null;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.fault = error.message;
    }
  }
}

/** Whether a rule takes a run. The share is decided by its id: a run that comes again is decided alike. */
export function fits(
  { when, tool, percent }: LiveQueueRule,
  { id, summary, isFailed }: Omit<Candidate, 'trace'>,
): boolean {
  if (when === 'failed' && !isFailed) return false;
  if (when === 'unknown-tools' && summary.unknownTools.length === 0) return false;
  if (tool !== null && !summary.tools.includes(tool)) return false;
  const draw = createHash('sha256').update(`queue ${id}`).digest().readUInt32BE(0);
  return draw < (percent / 100) * 2 ** 32;
}

function parseRule(value: unknown, root: string): LiveQueueRule {
  if (typeof value !== 'object' || value === null) throw new Problem(400, 'a rule is an object');
  const { folder, when, tool = null, percent } = value as Record<string, unknown>;
  if (typeof folder !== 'string' || !isInside(folder, root))
    throw new Problem(400, 'folder is a folder within the project');
  const known = WHEN.find((each) => each === when);
  if (known === undefined) throw new Problem(400, `when is one of ${WHEN.join(', ')}`);
  if (tool !== null && (typeof tool !== 'string' || tool === ''))
    throw new Problem(400, 'tool is the name of a tool, or null');
  if (typeof percent !== 'number' || !(percent > 0 && percent <= 100))
    throw new Problem(400, 'percent is a number above 0 and at most 100');
  return { folder, when: known, tool, percent };
}

function isInside(folder: string, root: string): boolean {
  const path = relative(root, resolve(root, folder));
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && resolve(path) !== path;
}

function loadRule(root: string): LiveQueueRule | null {
  try {
    const parsed = parseJson(readFileSync(join(liveFolder(root), RULE_FILE), 'utf8'));
    return parsed.ok && isJsonObject(parsed.value) ? parseRule(parsed.value, root) : null;
  } catch (error) {
    if (error instanceof Problem || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

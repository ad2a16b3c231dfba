import { coreIssue } from '../issues/core-issue.ts';
import { formatPattern, patternKey, ToolIndex, type ToolPattern } from './tool-pattern.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';
import type { Issue } from '../issues/issue.ts';
import { suggest } from '../text/suggest.ts';
import type { ExpectedTools, SavedTool } from './expected-tools.ts';

/** What is known of names in all runs. */
export interface NamesOfRuns {
  readonly expected: readonly ExpectedTools[] | null;
  readonly seen: readonly SavedTool[] | null;
  /** Whether every run records which tools it was offered. */
  readonly isOfferKnown: boolean;
}

/**
 * Warnings for expected names that no run called or was offered. A member of a class of which another was seen may simply
 * not have been chosen: it is reported only where it looks like a tool that was seen, or where all offers are known.
 */
export function findUnseenNames({ expected, seen, isOfferKnown }: NamesOfRuns): readonly Issue[] {
  if (expected === null || seen === null) return [];
  const tools = seen.map(([server, name]): ToolRef => ({ server, name }));
  const patterns = expected.flatMap((entry) => entry.tools);
  const index = new ToolIndex(patterns.map((pattern) => [pattern]));
  const met = new Set<number>();
  const unexpected: ToolRef[] = [];
  for (const tool of tools) {
    const slots = index.match(tool);
    for (const slot of slots) met.add(slot);
    if (slots.length === 0) unexpected.push(tool);
  }
  const seenKeys = new Set([
    ...[...met].map((slot) => patternKey(patterns[slot] as ToolPattern)),
    // What a label names exists for the classes.
    ...expected.flatMap((entry) => (entry.class === null ? entry.tools.map(patternKey) : [])),
  ]);
  const candidates = [...new Set(unexpected.flatMap((tool) => [formatTool(tool), tool.name]))];
  const issues: Issue[] = [];
  /** Names without a class that are like no other: the scores of their runs show that they were missed. */
  const missed: string[] = [];
  let first = 0;
  for (const entry of expected) {
    const slots = entry.tools.map((_, i) => first + i);
    first += entry.tools.length;
    const isAnySeen = slots.some((slot) => met.has(slot));
    for (const [i, pattern] of entry.tools.entries()) {
      if (met.has(slots[i] as number)) continue;
      if (entry.class !== null && seenKeys.has(patternKey(pattern))) continue;
      const near = nearestTool(pattern, candidates, unexpected);
      if (isAnySeen && near === null && !isOfferKnown) continue;
      if (entry.class === null && near === null) missed.push(`\`${formatPattern(pattern)}\``);
      else issues.push(unseenIssue(entry, pattern, near));
    }
  }
  if (missed.length > 0) issues.push(neverSeen(listNames(missed)));
  return issues;
}

/** The tool that was probably meant: a similar name, or the same name on another server. */
function nearestTool(
  pattern: ToolPattern,
  candidates: readonly string[],
  tools: readonly ToolRef[],
): string | null {
  const written = formatPattern(pattern);
  const near = suggest(written, candidates);
  if (near !== null) return near;
  const same = tools.find(({ name }) => written.endsWith(`.${name}`));
  return same === undefined ? null : formatTool(same);
}

function unseenIssue(entry: ExpectedTools, pattern: ToolPattern, near: string | null): Issue {
  const owner = entry.class === null ? '' : ` of class ${JSON.stringify(entry.class)}`;
  const issue = neverSeen(`\`${formatPattern(pattern)}\`${owner} was`);
  return near === null ? issue : { ...issue, hint: `did you mean \`${near}\`?` };
}

function neverSeen(subject: string): Issue {
  const message = `${subject} never called or offered`;
  return coreIssue('NAME_NEVER_SEEN', message);
}

const NAMES_LISTED = 5;

function listNames(names: readonly string[]): string {
  const more = names.length - NAMES_LISTED;
  const listed = names.slice(0, NAMES_LISTED).join(', ');
  return more > 0
    ? `${listed} and ${more} more were`
    : `${listed} ${names.length === 1 ? 'was' : 'were'}`;
}

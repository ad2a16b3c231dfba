import { splitName, splitWords } from '../relevance/split-words.ts';
import { shorten } from '../shorten.ts';
import type { ToolSpec } from '../trace.ts';
import type { LintRule } from './tool-set-report.ts';

/** Descriptions that begin with this many of the same words look alike to whoever skims them. */
const OPENING_WORDS = 6;
const LONGEST_NAME = 60;

type Found = readonly [LintRule, string];

/** What is wrong with tools beside others of their server, by the index of the tool. */
export function lintSiblings(tools: readonly ToolSpec[]): ReadonlyMap<number, readonly Found[]> {
  const found = new Map<number, Found[]>();
  const say = (
    rule: LintRule,
    groups: ReadonlyMap<string, readonly number[]>,
    what: string,
  ): void => {
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      for (const index of group) {
        const list = found.get(index) ?? [];
        // A tool with the same description has the same opening, too.
        if (
          rule === 'duplicate-opening' &&
          list.some(([known]) => known === 'duplicate-description')
        )
          continue;
        found.set(index, [...list, [rule, `${what} ${nameOthers(group, index, tools)}`]]);
      }
    }
  };
  const named = groupBy(tools, ({ name }) => name, [...tools.keys()]);
  for (const group of named.values()) {
    const [first] = group;
    if (first !== undefined && group.length > 1)
      found.set(first, [['duplicate-tool', `its server lists it ${group.length} times`]]);
  }
  // A tool that is listed twice has been told of; beside the others it stands once.
  const different = [...named.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  say('similar-name', groupBy(tools, plainName, different), 'its name is nearly that of');
  say('duplicate-description', groupBy(tools, textOf, different), 'its description is that of');
  say(
    'duplicate-opening',
    groupBy(tools, openingOf, different),
    'its description begins as that of',
  );
  return found;
}

/** The indexes of tools of one server that have the same key; a tool without a key is in no group. */
function groupBy(
  tools: readonly ToolSpec[],
  keyOf: (tool: ToolSpec) => string | null,
  among: readonly number[],
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of among) {
    const tool = tools[index] as ToolSpec;
    const key = keyOf(tool);
    if (key === null) continue;
    const whole = JSON.stringify([tool.server, key]);
    const group = groups.get(whole);
    if (group === undefined) groups.set(whole, [index]);
    else group.push(index);
  }
  return groups;
}

/** The name without what is easily overlooked: letter case, separators and the plural. */
function plainName({ name }: ToolSpec): string {
  return splitName(name)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .join('');
}

function textOf({ description }: ToolSpec): string | null {
  const text = (description ?? '').trim();
  return text === '' ? null : text;
}

function openingOf({ description }: ToolSpec): string | null {
  const words = splitWords((description ?? '').slice(0, 500)).slice(0, OPENING_WORDS);
  return words.length < OPENING_WORDS ? null : words.join(' ');
}

function nameOthers(group: readonly number[], index: number, tools: readonly ToolSpec[]): string {
  const other = group.find((one) => one !== index);
  const name = shorten(other === undefined ? '' : (tools[other]?.name ?? ''), LONGEST_NAME);
  const more = group.length - 2;
  return more > 0 ? `${name} and ${more} more` : name;
}

import { splitName, splitWords } from '../relevance/split-words.ts';
import { shorten } from '../text/shorten.ts';
import type { ToolSpec } from '../trace/trace.ts';
import type { LintRule } from './tool-set-report.ts';

/** Two descriptions that begin with this many equal words look alike. */
const DUPLICATE_WORDS = 6;
/** Several descriptions that begin with this many equal words hide what each tool is for. */
const SHARED_WORDS = 3;
const MIN_SHARED_TOOLS = 3;
const MAX_NAME = 60;
/** Words between "When" and the trigger itself, as in "When the user asks about a refund". */
const LEAD_IN: ReadonlySet<string> = new Set(
  'when the a an user customer asks wants about for to'.split(' '),
);

type Found = readonly [LintRule, string];

/** What is wrong with tools beside others of their server, by the index of the tool. */
export function lintSiblings(tools: readonly ToolSpec[]): ReadonlyMap<number, readonly Found[]> {
  const findings = new Map<number, Found[]>();
  const say = (
    rule: LintRule,
    groups: ReadonlyMap<string, readonly number[]>,
    what: string,
  ): void => {
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      for (const index of group) {
        const list = findings.get(index) ?? [];
        // A tool with the same description has the same opening, too.
        if (
          rule === 'duplicate-opening' &&
          list.some(([other]) => other === 'duplicate-description')
        )
          continue;
        findings.set(index, [...list, [rule, `${what} ${nameOthers(group, index, tools)}`]]);
      }
    }
  };
  const named = groupBy(tools, ({ name }) => name, [...tools.keys()]);
  for (const group of named.values()) {
    const [first] = group;
    if (first !== undefined && group.length > 1)
      findings.set(first, [['duplicate-tool', `its server lists it ${group.length} times`]]);
  }
  // A tool that is listed twice was reported; here it counts once.
  const different = [...named.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  say('similar-name', groupBy(tools, plainName, different), 'its name is nearly that of');
  say('duplicate-description', groupBy(tools, textOf, different), 'its description is that of');
  const shared = [...groupBy(tools, (tool) => openingOf(tool, SHARED_WORDS), different).values()];
  const openings = shared.filter(({ length }) => length >= MIN_SHARED_TOOLS);
  for (const group of openings) {
    const first = group[0] as number;
    const list = findings.get(first) ?? [];
    findings.set(first, [...list, ['shared-opening', sayShared(group, tools)]]);
  }
  const others = new Set(openings.flat());
  say(
    'duplicate-opening',
    groupBy(
      tools,
      (tool) => openingOf(tool, DUPLICATE_WORDS),
      different.filter((index) => !others.has(index)),
    ),
    'its description begins as that of',
  );
  return findings;
}

/** Names the words, how many tools begin with them, and what to write instead. */
function sayShared(group: readonly number[], tools: readonly ToolSpec[]): string {
  const first = group[0] as number;
  const words = ((tools[first] as ToolSpec).description ?? '').trim().split(/\s+/);
  const opening = words.slice(0, SHARED_WORDS).join(' ');
  return (
    `its description begins with "${shorten(opening, MAX_NAME)}", ` +
    `as does that of ${nameOthers(group, first, tools)}; ` +
    'lead with the trigger: "When the user asks about …"'
  );
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

/** The first words of a description; of one that leads with its trigger, the first words of the trigger. */
function openingOf({ description }: ToolSpec, length: number): string | null {
  const all = splitWords((description ?? '').slice(0, 500));
  const start = all[0] === 'when' ? all.findIndex((word) => !LEAD_IN.has(word)) : 0;
  const words = start < 0 ? [] : all.slice(start, start + length);
  return words.length < length ? null : words.join(' ');
}

function nameOthers(group: readonly number[], index: number, tools: readonly ToolSpec[]): string {
  const other = group.find((member) => member !== index);
  const name = shorten(other === undefined ? '' : (tools[other]?.name ?? ''), MAX_NAME);
  const more = group.length - 2;
  return more > 0 ? `${name} and ${more} more` : name;
}

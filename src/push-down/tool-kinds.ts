import {
  type CallRuleSpec,
  compileCallRules,
  plainCall,
  ToolIndex,
  type ToolPattern,
  type ToolRef,
} from '#core';
import { type ToolSet, ToolSetBuilder } from './tool-set.ts';

/** Tools that no scorer of a test distinguishes. */
interface ToolKind {
  /** One of them. */
  readonly tool: ToolRef;
  readonly set: ToolSet;
  /** The tools that patterns name, for people. */
  readonly tools: readonly ToolRef[];
  /** The groups that they belong to once rules are applied, ascending. */
  readonly groups: readonly number[];
}

/** All tools by what a test makes of them: every tool belongs to exactly one part. */
export interface ToolKinds {
  readonly kinds: readonly ToolKind[];
  /** A tool that belongs to no group. */
  readonly other: ToolRef;
  /** The tools whose calls count and belong to no group are all but these. */
  readonly notOther: ToolSet;
}

/**
 * Divides tools by the groups they belong to after aliases and neutral tools. The rules themselves decide: each pair
 * that a pattern can mean is put through them. `hasServers`: whether servers of calls are recorded.
 */
export function divideTools(
  groups: readonly (readonly ToolPattern[])[],
  rules: CallRuleSpec,
  hasServers: boolean,
): ToolKinds {
  const { names, servers } = mentioned([
    ...groups.flat(),
    ...rules.neutral,
    ...rules.aliases.map(({ from }) => from),
  ]);
  const apply = compileCallRules(rules);
  const index = new ToolIndex(groups);
  /** Null of a neutral tool. */
  const groupsOf = (tool: ToolRef): readonly number[] | null => {
    const [call] = apply([plainCall(tool)]).calls;
    return call === undefined ? null : index.match(call);
  };
  const kinds = new Map<string, Omit<ToolKind, 'set' | 'tools'> & { set: ToolSetBuilder }>();
  const notOther = new ToolSetBuilder();
  const add = (tool: ToolRef): void => {
    const groupsOfTool = groupsOf(tool);
    if (groupsOfTool?.length === 0) {
      notOther.exclude(tool);
      for (const { set } of kinds.values()) set.exclude(tool);
      return;
    }
    notOther.add(tool);
    const key = groupsOfTool?.join() ?? '';
    for (const [other, { set }] of kinds) if (other !== key) set.exclude(tool);
    if (groupsOfTool === null) return;
    let kind = kinds.get(key);
    if (kind === undefined) {
      kind = { tool, groups: groupsOfTool, set: new ToolSetBuilder() };
      kinds.set(key, kind);
    }
    kind.set.add(tool);
  };
  // The name on any other server first: a pair is only added where it differs.
  for (const name of names) {
    add({ server: null, name });
    if (hasServers) for (const server of servers) add({ server, name });
  }
  return {
    kinds: [...kinds.values()].map((kind) => {
      const set = kind.set.build();
      return { ...kind, set, tools: toolsOf(set) };
    }),
    other: { server: null, name: unusedName(names) },
    notOther: notOther.build(),
  };
}

/** Every name and every server that patterns can mean: a string with dots spells several pairs. */
function mentioned(patterns: readonly ToolPattern[]): {
  readonly names: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
} {
  const names = new Set<string>();
  const servers = new Set<string>();
  for (const pattern of patterns) {
    if (typeof pattern !== 'string') {
      names.add(pattern.tool);
      if (pattern.server !== undefined) servers.add(pattern.server);
      continue;
    }
    names.add(pattern);
    for (let dot = pattern.indexOf('.', 1); dot !== -1; dot = pattern.indexOf('.', dot + 1)) {
      servers.add(pattern.slice(0, dot));
      names.add(pattern.slice(dot + 1));
    }
  }
  return { names, servers };
}

function toolsOf({ names, pairs }: ToolSet): readonly ToolRef[] {
  return [...names.map((name) => ({ server: null, name })), ...pairs];
}

function unusedName(names: ReadonlySet<string>): string {
  let name = 'other';
  while (names.has(name)) name += '_';
  return name;
}

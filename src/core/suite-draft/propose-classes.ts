import { analyseTools } from '../tool-set/analyse-tools.ts';
import type { LikelySet } from '../tool-set/tool-set-report.ts';
import { formatTool, type ToolRef, type ToolSpec } from '../trace/trace.ts';
import type { TraceSurvey } from './trace-survey.ts';

/** A class that a suite may have: tools that probably do the same job, or a single tool. */
export interface ProposedClass {
  readonly name: string;
  readonly members: readonly ToolRef[];
  /** What speaks for the set; null for a single tool. */
  readonly evidence: LikelySet | null;
}

/**
 * Classes for the tools that runs called: the likely sets of all tools that were offered or called, by names alone where
 * no run records more, and one class for each tool outside them. A tool that was never offered to its runs has no class.
 */
export function proposeClasses(survey: TraceSurvey): readonly ProposedClass[] {
  const called = survey.tools.filter(({ isHallucinated }) => !isHallucinated);
  const isCalled = new Set(called.map(formatTool));
  const catalog = new Map(survey.offered.map((tool) => [formatTool(tool), tool]));
  for (const tool of called)
    if (!catalog.has(formatTool(tool))) catalog.set(formatTool(tool), withoutDescription(tool));
  const { sets } = analyseTools([...catalog.values()], { version: '' });
  const used = sets.filter(({ members }) =>
    members.some((member) => isCalled.has(formatTool(member))),
  );
  const inSet = new Set(used.flatMap(({ members }) => members.map(formatTool)));
  const single = called.filter((tool) => !inSet.has(formatTool(tool)));
  const names = new Set<string>();
  const bare = single.map(({ name }) => name);
  const isShared = (name: string): boolean => bare.indexOf(name) !== bare.lastIndexOf(name);
  return [
    ...used.map((set) => ({
      name: unique(set.name, names),
      members: set.members,
      evidence: set,
    })),
    ...single.map(({ server, name }) => ({
      name: unique(isShared(name) ? formatTool({ server, name }) : name, names),
      members: [{ server, name }],
      evidence: null,
    })),
  ];
}

function withoutDescription({ server, name }: ToolRef): ToolSpec {
  return { server, name, description: null, inputSchema: null, cost: null };
}

/** The name, with a number where it is taken. */
function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} (${i})`;
  taken.add(free);
  return free;
}

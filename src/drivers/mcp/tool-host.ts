import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { canonicalJson, formatTool, type Issue, type JsonObject } from '#core';
import { driveIssue } from '../codes.ts';
import { DriveError } from '../driver.ts';
import type { OfferedTool, ToolHost, ToolResult, ToolSession } from '../tool-session.ts';
import { type Distractors, drawDistractors } from './distractors.ts';
import { mergeTools, type ToolMerge } from './merge-tools.ts';
import { spellTools } from './spell-tools.ts';
import { answerFromMocks, errorResult, type ToolMocks } from './tool-mocks.ts';
import { applyOverrides, type ToolOverrides } from './tool-overrides.ts';
import type { SourceTool, ToolSource } from './tool-source.ts';
import { unknownTools } from './unknown-tools.ts';

/** How tools are offered. */
export interface OfferOptions {
  readonly overrides?: ToolOverrides;
  /** Tools that are not offered, as `server.name` or `name`. */
  readonly drop?: readonly string[];
  /** Tools that are offered as one. */
  readonly merges?: readonly ToolMerge[];
  readonly distractors?: Distractors;
  /** Where given, no call reaches a server: the answers that the suite names, then those that were recorded. */
  readonly mocks?: { readonly canned: ToolMocks; readonly recorded: ToolMocks };
}

/** Offers the tools of a source to models: spelled so that each name is unique, changed and mixed with decoys as asked. */
export function offerTools(source: ToolSource, options: OfferOptions = {}): ToolHost {
  // Runs with the same tools are made the same offer, which a model can know again.
  const offers = new WeakMap<readonly SourceTool[], Offer>();
  const mocks = options.mocks && [options.mocks.canned, options.mocks.recorded];
  return {
    open: async (test, signal) => {
      const session = await source.open(test, signal);
      const offer = offers.get(session.tools) ?? makeOffer(session.tools, options);
      offers.set(session.tools, offer);
      let { issues } = offer;
      return {
        tools: offer.tools,
        catalogSha256: offer.catalogSha256,
        call: async (tool, args, callSignal) => {
          const sourceTool = offer.sourceOf.get(tool);
          if (tool.modes !== undefined) return errorResult(askForMode(tool.modes));
          if (sourceTool === undefined) return errorResult('this tool is not available');
          if (mocks !== undefined) return mockedResult(sourceTool, args, mocks, callSignal);
          return await session.call(sourceTool, args, callSignal);
        },
        takeIssues: () => {
          const taken = [...issues, ...session.takeIssues()];
          issues = [];
          return taken;
        },
        close: () => session.close(),
      } satisfies ToolSession;
    },
    close: () => source.close(),
  };
}

async function mockedResult(
  tool: SourceTool,
  args: JsonObject,
  mocks: readonly ToolMocks[],
  signal: AbortSignal,
): Promise<ToolResult> {
  const { delayMs, ...result } = answerFromMocks(tool, args, mocks);
  if (delayMs !== undefined) await wait(delayMs, undefined, { signal });
  return result;
}

interface Offer {
  readonly tools: readonly OfferedTool[];
  /** The tool of the source behind each tool; decoys have none. */
  readonly sourceOf: ReadonlyMap<OfferedTool, SourceTool>;
  readonly catalogSha256: string;
  readonly issues: readonly Issue[];
}

function makeOffer(
  real: readonly SourceTool[],
  { overrides = new Map(), drop = [], merges = [], distractors, mocks }: OfferOptions,
): Offer {
  const decoys = distractors === undefined ? [] : drawDistractors(distractors, real);
  const all = [...real, ...decoys];
  const described = applyOverrides(all, overrides);
  const merged = applyOverrides(
    merges.map((merge) => mergeTools(merge, described)),
    overrides,
  );
  const behind = new Set(merged.flatMap(({ modes }) => [...modes.tools.values()]));
  const isDropped = (tool: SourceTool): boolean =>
    drop.includes(tool.name) || drop.includes(formatTool(tool));
  const kept = described.filter((tool) => !behind.has(tool) && !isDropped(tool));
  const offered = [...kept, ...merged];
  rejectTaken(merged, offered);
  const spelled = spellTools(offered);
  const sourceOf = new Map<OfferedTool, SourceTool>();
  const sources = new Map(described.slice(0, real.length).map((tool, i) => [tool, real[i]!]));
  const offerOf = (tool: SourceTool, spelling: string): OfferedTool => {
    const { server, name, description, inputSchema } = tool;
    const offer = { server, name, spelled: spelling, description, inputSchema };
    const source = sources.get(tool);
    if (source !== undefined) sourceOf.set(offer, source);
    return offer;
  };
  const tools = offered.map((tool, index): OfferedTool => {
    const spelling = spelled[index] as string;
    const offer = offerOf(tool, spelling);
    const { modes } = tool as Partial<(typeof merged)[number]>;
    if (modes === undefined) return offer;
    const parts = [...modes.tools].map(([mode, part]) => [mode, offerOf(part, spelling)] as const);
    return { ...offer, modes: { parameter: modes.parameter, tools: new Map(parts) } };
  });
  const descriptions = tools.map(({ spelled: name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return {
    tools,
    sourceOf,
    catalogSha256: createHash('sha256').update(canonicalJson(descriptions)).digest('hex'),
    issues: [
      ...unknownTools('TOOL_OVERRIDE_UNKNOWN', 'overrides', overrides.keys(), [...all, ...merged]),
      ...unknownTools('TOOL_OVERRIDE_UNKNOWN', 'drop_tools', drop, all),
      ...unknownTools('TOOL_MOCK_UNKNOWN', 'mocks', mocks?.canned.keys() ?? [], real),
      ...fewDistractors(decoys.length, distractors),
    ],
  };
}

/** Refuses a merged tool with the name of another tool: calls of both would look alike. */
function rejectTaken(merged: readonly SourceTool[], offered: readonly SourceTool[]): void {
  for (const tool of merged) {
    if (!offered.some((other) => other !== tool && other.name === tool.name)) continue;
    throw new DriveError(
      'TOOL_OVERRIDE_UNKNOWN',
      `merge_tools.${tool.name} has the name of another tool that is offered`,
      { hint: 'choose another name', isFinal: true },
    );
  }
}

function askForMode({ parameter, tools }: NonNullable<OfferedTool['modes']>): string {
  return `"${parameter}" must be one of ${[...tools.keys()].join(', ')}`;
}

/** Reports a test that is easier than was asked for. */
function fewDistractors(drawn: number, asked: Distractors | undefined): Issue[] {
  if (asked === undefined || drawn === asked.count) return [];
  const message = `distractors ask for ${asked.count} decoys, and only ${drawn} could be drawn`;
  const hint =
    'a decoy never has the name of a real tool or of another decoy; give a larger catalog';
  return [driveIssue('TOOL_DISTRACTORS_FEW', message, { hint })];
}

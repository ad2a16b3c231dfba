import { createHash } from 'node:crypto';
import { canonicalJson, type Issue } from '#core';
import type { OfferedTool, ToolHost, ToolSession } from '../tool-session.ts';
import { type Distractors, drawDistractors } from './distractors.ts';
import { spellTools } from './spell-tools.ts';
import { answerFromMocks, errorResult, type ToolMocks } from './tool-mocks.ts';
import { applyOverrides, type ToolOverrides } from './tool-overrides.ts';
import type { SourceTool, ToolSource } from './tool-source.ts';
import { unknownTools } from './unknown-tools.ts';

/** How tools are offered. */
export interface OfferOptions {
  readonly overrides?: ToolOverrides;
  readonly distractors?: Distractors;
  /** Where given, no call reaches a server: the answers that the suite names, then those that were recorded. */
  readonly mocks?: { readonly canned: ToolMocks; readonly recorded: ToolMocks };
}

/** Offers the tools of a source to models: spelled so that each can be told from the others, changed and mixed with decoys as asked. */
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
          const own = offer.own.get(tool.spelled);
          if (own === undefined) return errorResult('this tool is not available');
          if (mocks !== undefined) return answerFromMocks(own, args, mocks);
          return await session.call(own, args, callSignal);
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

interface Offer {
  readonly tools: readonly OfferedTool[];
  /** The tool of the source behind each spelling; decoys have none. */
  readonly own: ReadonlyMap<string, SourceTool>;
  readonly catalogSha256: string;
  readonly issues: readonly Issue[];
}

function makeOffer(
  real: readonly SourceTool[],
  { overrides = new Map(), distractors, mocks }: OfferOptions,
): Offer {
  const decoys = distractors === undefined ? [] : drawDistractors(distractors, real);
  const all = [...real, ...decoys];
  const spelled = spellTools(all);
  const tools = applyOverrides(
    all.map((tool, index): OfferedTool => ({ ...tool, spelled: spelled[index] as string })),
    overrides,
  );
  const told = tools.map(({ spelled: name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return {
    tools,
    own: new Map(real.map((tool, index) => [spelled[index] as string, tool])),
    catalogSha256: createHash('sha256').update(canonicalJson(told)).digest('hex'),
    issues: [
      ...unknownTools('TOOL_OVERRIDE_UNKNOWN', 'overrides', overrides.keys(), all),
      ...unknownTools('TOOL_MOCK_UNKNOWN', 'mocks', mocks?.canned.keys() ?? [], real),
      ...fewDistractors(decoys.length, distractors),
    ],
  };
}

/** A test that is easier than was asked for is told of. */
function fewDistractors(drawn: number, asked: Distractors | undefined): Issue[] {
  if (asked === undefined || drawn === asked.count) return [];
  return [
    {
      code: 'TOOL_DISTRACTORS_FEW',
      severity: 'warning',
      message: `distractors ask for ${asked.count} decoys, and only ${drawn} could be drawn`,
      where: null,
      hint: 'a decoy never has the name of a real tool or of another decoy; give a larger catalog',
    },
  ];
}

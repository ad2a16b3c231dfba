import { isJsonObject } from '../json/json.ts';
import { actionOf } from '../relevance/action.ts';
import { splitName } from '../relevance/split-words.ts';
import { countTerms, parametersOf, toolTerms } from '../relevance/tool-terms.ts';
import { weightOfRarity } from '../relevance/weight-of-rarity.ts';
import type { ToolSpec } from '../trace/trace.ts';
import { describeType } from './describe-type.ts';
import { parameterKey } from './parameter-term.ts';

/** A parameter as it is compared with others. */
interface ProfiledParameter {
  readonly name: string;
  readonly type: string;
}

/** A tool as it is compared with others. */
export interface ToolProfile {
  readonly tool: ToolSpec;
  readonly action: string | null;
  readonly name: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
  /** Its parameters by the terms of their names; null where it has no schema. */
  readonly parameters: ReadonlyMap<string, ProfiledParameter> | null;
}

/** The weight of a term. */
export type TermWeight = (term: string) => number;

/** The profiles of tools: words that are only the brand of a server are left out. */
export function profileTools(tools: readonly ToolSpec[]): readonly ToolProfile[] {
  const terms = tools.map(toolTerms);
  const servers = new Map<string, Set<string | null>>();
  terms.forEach(({ name, description }, index) => {
    for (const term of [...name.keys(), ...description.keys()]) {
      const holders = servers.get(term) ?? new Set();
      servers.set(term, holders.add(tools[index]?.server ?? null));
    }
  });
  return tools.map((tool, index) => {
    const { name, description } = terms[index] as (typeof terms)[number];
    const ofServer = countTerms(splitName(tool.server ?? ''));
    const isTelling = (term: string): boolean =>
      !ofServer.has(term) || (servers.get(term)?.size ?? 0) > 2;
    const telling = [...name.keys()].filter(isTelling);
    return {
      tool,
      action: actionOf(name.keys()),
      name: new Set(telling.length > 0 ? telling : name.keys()),
      description: new Set([...description.keys()].filter(isTelling)),
      parameters: isJsonObject(tool.inputSchema) ? profileParameters(tool) : null,
    };
  });
}

function profileParameters(tool: ToolSpec): ReadonlyMap<string, ProfiledParameter> {
  return new Map(
    parametersOf(tool).map(({ name, schema }) => [
      parameterKey(name),
      { name, type: describeType(schema) },
    ]),
  );
}

/** Weights by how many of these tools have a term; among few tools rarity means little. */
export function weighTerms(profiles: readonly ToolProfile[], fewest: number): TermWeight {
  const holders = new Map<string, number>();
  for (const { name, description } of profiles) {
    for (const term of new Set([...name, ...description]))
      holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  const total = Math.max(fewest, profiles.length);
  const weights = new Map(
    [...holders].map(([term, count]) => [term, weightOfRarity(count, total)]),
  );
  return (term) => weights.get(term) ?? 0;
}

import { isJsonObject, type Json } from '../json/json.ts';
import type { ToolSpec } from '../trace/trace.ts';
import { splitName, splitWords } from './split-words.ts';
import { termOf } from './term.ts';

/** What relevance looks at in a tool. */
export type DescribedTool = Pick<ToolSpec, 'name' | 'description' | 'inputSchema'>;

/** How often each term occurs, in order of first occurrence. */
export type TermCounts = ReadonlyMap<string, number>;

/** The terms of a tool, by where they stand. */
export interface ToolTerms {
  readonly name: TermCounts;
  readonly description: TermCounts;
  readonly parameters: TermCounts;
}

/** A parameter of a tool, from its schema. */
export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | null;
  readonly schema: Json;
}

/** Schemas with more parameters are read so far. */
const MAX_PARAMETERS = 500;

/** The parameters at the top of a tool's schema, in the order in which it lists them. */
export function parametersOf({ inputSchema }: Pick<DescribedTool, 'inputSchema'>): Parameter[] {
  if (!isJsonObject(inputSchema)) return [];
  const { properties, required } = inputSchema;
  if (!isJsonObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .slice(0, MAX_PARAMETERS)
    .map(([name, schema]) => {
      const description = isJsonObject(schema) ? schema.description : undefined;
      return {
        name,
        isRequired: needed.has(name),
        description: typeof description === 'string' ? description : null,
        schema,
      };
    });
}

/** Counts the terms of words; stop words are skipped. */
export function countTerms(
  words: readonly string[],
  counts: Map<string, number> = new Map(),
): Map<string, number> {
  for (const word of words) {
    const term = termOf(word);
    if (term !== null) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** The terms of a tool's name, description and parameters. */
export function toolTerms(tool: DescribedTool): ToolTerms {
  const parameters = new Map<string, number>();
  for (const { name, description } of parametersOf(tool)) {
    countTerms(splitName(name), parameters);
    if (description !== null) countTerms(splitWords(description), parameters);
  }
  return {
    name: countTerms(splitName(tool.name)),
    description: countTerms(splitWords(tool.description ?? '')),
    parameters,
  };
}

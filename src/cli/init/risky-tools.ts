import { formatTool, type ToolSpec } from '#core';

const DESTRUCTIVE =
  /^(?:delete|drop|remove|destroy|erase|purge|truncate|wipe|kill|terminate|uninstall|revoke|overwrite)s?$/;
/** Where a description says it at once: "DEPRECATED: use …", "(deprecated) …", "This tool is deprecated". */
const DEPRECATED = /^.{0,80}\bdeprecated\b/is;

type Tool = Pick<ToolSpec, 'server' | 'name' | 'description'>;

/** Why a tool may destroy something: its server says so, or its name does where the server says nothing; null: it does not. */
export function whyDestructive(tool: Tool, hints: ReadonlyMap<string, boolean>): string | null {
  const hint = hints.get(formatTool(tool));
  if (hint !== undefined) return hint ? 'by its server' : null;
  return wordsOf(tool.name).some((word) => DESTRUCTIVE.test(word)) ? 'by its name' : null;
}

/** Whether a tool is said to be used no more. */
export function isDeprecated({ name, description }: Tool): boolean {
  return wordsOf(name).includes('deprecated') || DEPRECATED.test(description ?? '');
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

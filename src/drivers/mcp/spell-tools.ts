import type { SourceTool } from './tool-source.ts';

/** What all providers allow as the name of a tool. */
const ALLOWED = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST = 64;

/**
 * What the model calls each tool: its own name where no other tool has that and every provider allows it, otherwise
 * `server__name` with what is not allowed replaced, and a number where even that is taken. The same list, the same names.
 */
export function spellTools(tools: readonly SourceTool[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isPlain = ({ name }: SourceTool): boolean => counts.get(name) === 1 && ALLOWED.test(name);
  const taken = new Set(tools.filter(isPlain).map(({ name }) => name));
  return tools.map((tool) => {
    if (isPlain(tool)) return tool.name;
    const spelled = qualify(tool, taken);
    taken.add(spelled);
    return spelled;
  });
}

function qualify({ server, name }: SourceTool, taken: ReadonlySet<string>): string {
  const whole = server === null ? name : `${server}__${name}`;
  const base = whole.replace(/[^a-zA-Z0-9_-]/g, '_');
  let spelled = base.slice(0, LONGEST);
  for (let number = 2; taken.has(spelled) || spelled === ''; number++) {
    const ending = `_${number}`;
    spelled = base.slice(0, LONGEST - ending.length) + ending;
  }
  return spelled;
}

import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { ToolCall, ToolRef } from '../trace/trace.ts';
import { skillOfPath, skillsOfCommand } from './read-skill-paths.ts';

/** Which skills a call picks, and by what. */
export type SkillPicks =
  | { readonly by: 'tool'; readonly skill: ToolRef }
  /** Which one it picks cannot be read from its arguments. */
  | { readonly by: 'unnamed' }
  /** Files of skills that the call reads; often none. */
  | { readonly by: 'file'; readonly names: readonly string[] };

/** Tools that load a skill by its name: Claude Code, Copilot and OpenCode, Gemini CLI, and other harnesses. */
const SKILL_TOOLS = new Set(['skill', 'activate_skill', 'load_skill', 'use_skill', 'invoke_skill']);
const NAME_KEYS = ['skill', 'skill_name', 'skillName', 'name', 'command'];

/** Which skills a call picks: by a tool for skills, or by reading the file of one. */
export function skillPicks(call: ToolCall): SkillPicks {
  const args = call.arguments.state === 'parsed' ? call.arguments.value : null;
  if (SKILL_TOOLS.has(call.name.toLowerCase())) {
    const name = args === null ? null : firstText(args, NAME_KEYS);
    return name === null ? { by: 'unnamed' } : { by: 'tool', skill: splitName(name) };
  }
  if (args !== null) return { by: 'file', names: skillsRead(call.name, args) };
  // Arguments that are not JSON may name any file: what they pick is not known.
  const isUnclear = call.arguments.state === 'unparsed' && /SKILL\.md/i.test(call.arguments.text);
  return isUnclear ? { by: 'unnamed' } : { by: 'file', names: [] };
}

/** `plugin:skill` is a skill of a plug-in, as `server.tool` is a tool of a server. */
function splitName(written: string): ToolRef {
  const name = written.replace(/^\//, '');
  const colon = name.lastIndexOf(':');
  return colon < 1 || colon === name.length - 1
    ? { server: null, name }
    : { server: name.slice(0, colon), name: name.slice(colon + 1) };
}

const COMMAND_KEYS = ['command', 'cmd', 'script'];
const FOLDER_KEYS = ['workdir', 'cwd', 'directory', 'dir_path', 'working_directory'];
const READS = /(?:^|_)(?:read|view|open|cat|show|get|load|fetch)(?:_|$)/;
const WRITES = /(?:^|_)(?:write|edit|create|update|delete|remove|move|replace|patch|append)(?:_|$)/;

function skillsRead(tool: string, args: JsonObject): readonly string[] {
  const folder = firstText(args, FOLDER_KEYS);
  // Editors with sub-commands: `view` alone reads.
  const isView = args.command === 'view';
  const command = isView ? null : commandOf(args);
  if (command !== null) return skillsOfCommand(command, folder);
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  if (!isView && (!READS.test(words) || WRITES.test(words))) return [];
  const names = Object.values(args)
    .flatMap((value): readonly Json[] =>
      Array.isArray(value) ? (value as readonly Json[]) : [value],
    )
    .flatMap((value) => (typeof value === 'string' ? [value] : pathIn(value)))
    .flatMap((path) => skillOfPath(path.replace(/^file:\/\//, ''), folder) ?? []);
  return [...new Set(names)];
}

/** A file in a list of files: `{ "path": … }`. */
function pathIn(value: Json): readonly string[] {
  return isJsonObject(value) && typeof value.path === 'string' ? [value.path] : [];
}

/** A command line as text; `["bash", "-lc", "…"]` is its last word. */
function commandOf(args: JsonObject): string | null {
  for (const key of COMMAND_KEYS) {
    const value = args[key];
    if (typeof value === 'string') return value;
    if (!Array.isArray(value)) continue;
    const words = value.filter((word): word is string => typeof word === 'string');
    const script = /^-[a-z]*c$/.test(words[1] ?? '') ? words[2] : undefined;
    return script ?? words.map((word) => `'${word.replaceAll("'", '')}'`).join(' ');
  }
  return null;
}

function firstText(args: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(args, key) ? args[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

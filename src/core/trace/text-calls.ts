import { stringifyJson } from '../json/stringify-json.ts';
import type { ToolCall, Trace } from './trace.ts';

/**
 * A form in which agents without a tool interface write calls. The first group of a pattern is the tool; where it has none,
 * the name is looked for behind the match. Every pattern runs in linear time: what repeats in it is bounded, or blanks only.
 */
interface TextForm {
  readonly pattern: RegExp;
  readonly name?: RegExp;
}

const FORMS: readonly TextForm[] = [
  // Hermes, Qwen, Mistral and others: JSON, or `<function=…>`, in tags of their own.
  {
    pattern:
      /<\|?(?:tool_calls?|function_calls?)\|?>\s*(?:[[{]|<function=|<invoke )|\[TOOL_CALLS\]\s*[[{]/g,
    name: /"name"\s{0,9}:\s{0,9}"([^"]{1,200})"|<(?:function=|invoke name=")([^">]{1,200})/,
  },
  { pattern: /<function=([^<>\s]{1,200})>/g },
  { pattern: /<invoke name="([^"]{1,200})">/g },
  // Coding agents: a tag per tool, with a tag per argument inside.
  { pattern: /<use_mcp_tool>\s*</g, name: /<tool_name>\s{0,9}([^<\s]{1,200})/ },
  {
    pattern:
      /<(execute_command|read_file|write_to_file|replace_in_file|apply_diff|search_files|list_files|list_code_definition_names|browser_action|access_mcp_resource|new_task)>\s*<[a-z]/g,
  },
  // ReAct: the name and the input on lines of their own.
  { pattern: /^[ \t]{0,9}Action:[ \t]{0,9}([^\n]{1,200}?)[ \t]{0,9}\n[ \t]{0,9}Action Input:/gm },
];

/** What every form has; most answers have none of it. */
const SIGN = /<|\[TOOL_CALLS\]|Action Input:/;

/** A command as the whole answer, or as its last part behind a thought: an answer to a user shows commands otherwise. */
const COMMAND = /^```(?:bash|sh|shell|mswea_bash_command)\n(?:(?!```)[^])+```$/;
const THOUGHT = /^(?:thought|action)s?\b/i;

/** How far behind the beginning of a call its name is looked for. */
const NAME_WITHIN = 500;

/** Whether a record has any text in which a call could be written; calls that are recorded say as much. */
export function hasAnswer({ calls, output, said = [] }: Trace): boolean {
  return calls.length > 0 || output !== null || said.some(({ role }) => role === 'assistant');
}

/**
 * The first call that the agent wrote as text and that the record does not have as a call: the name of its tool, or its form
 * where the name is not there; null where there is none.
 */
export function findTextCall({ calls, output, said = [] }: Trace): string | null {
  const answers = said.flatMap(({ role, text }) => (role === 'assistant' ? [text] : []));
  const last = typeof output === 'string' ? output : output === null ? '' : stringifyJson(output);
  for (const text of [...answers, last]) {
    const textCalls = findIn(text, calls);
    if (textCalls !== null) return textCalls;
  }
  return calls.length === 0 && isCommand(last.trim()) ? 'a command' : null;
}

/** The code of the warning about a run in which a call is written as text. */
export const TEXT_CALL_CODE = 'READ_TEXT_CALL';

export function textCallMessage(tool: string): string {
  const name = tool.length > 80 ? `${tool.slice(0, 80)}…` : tool;
  return `the agent wrote a call as text (${name}), and the record has no such call`;
}

function findIn(text: string, calls: readonly ToolCall[]): string | null {
  if (!SIGN.test(text)) return null;
  for (const { pattern, name } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const behind = text.slice(match.index, match.index + NAME_WITHIN);
      const named = name === undefined ? match : name.exec(behind);
      const tool = named?.[1] ?? named?.[2] ?? null;
      if (tool === null ? calls.length === 0 : !calls.some((call) => isCallOf(call, tool)))
        return tool ?? match[0].slice(0, 40);
    }
  }
  return null;
}

function isCallOf({ server, name, rawName }: ToolCall, tool: string): boolean {
  return name === tool || rawName === tool || (server !== null && `${server}.${name}` === tool);
}

function isCommand(answer: string): boolean {
  const at = answer.indexOf('```');
  if (at < 0 || !answer.endsWith('```')) return false;
  return COMMAND.test(answer.slice(at)) && (at === 0 || THOUGHT.test(answer));
}

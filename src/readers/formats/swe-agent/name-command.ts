/** Commands that SWE-agent adds to the shell: the tools of agents that act in text. */
const COMMANDS: ReadonlySet<string> = new Set([
  'open',
  'goto',
  'scroll_up',
  'scroll_down',
  'create',
  'edit',
  'insert',
  'undo_edit',
  'str_replace_editor',
  'search_dir',
  'search_file',
  'find_file',
  'filemap',
  'view_image',
  'submit',
  'exit_forfeit',
  'connect_start',
  'connect_sendline',
  'connect_exec',
  'connect_stop',
  'debug_start',
  'debug_stop',
  'debug_step',
  'debug_continue',
  'debug_exec',
  'debug_add_breakpoint',
  'decompile',
  'disassemble',
]);

/** What a command of any other name is given to. */
export const SHELL = 'bash';

/** The tool of an action in text: a command of the agent by its name, the shell for all else. */
export function nameCommand(action: string): string {
  const [word = ''] = action.trimStart().split(/\s/, 1);
  return COMMANDS.has(word) ? word : SHELL;
}

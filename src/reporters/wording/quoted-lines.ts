/** Issues that quote what a program wrote: its lines stay lines. Line feeds in all other messages are escaped. */
const QUOTING: ReadonlySet<string> = new Set([
  'AGENT_FAILED',
  'AGENT_OUTPUT',
  'MCP_ENDED',
  'MCP_START',
  'RUN_CRASHED',
  'SCORER_FAILED',
]);

const MAX_LINES = 15;

/** A message as a sentence of one line, and the lines of a program that it quotes. */
export function splitQuoted(
  message: string,
  code: string,
): { readonly message: string; readonly quoted: readonly string[] } {
  if (!QUOTING.has(code)) return { message, quoted: [] };
  const [first = '', ...lines] = message.split('\n');
  const hidden = lines.length - MAX_LINES;
  if (hidden <= 0) return { message: first, quoted: lines };
  return { message: first, quoted: [...lines.slice(0, MAX_LINES), `… ${hidden} more lines`] };
}

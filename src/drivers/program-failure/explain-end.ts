const MAX_LINES = 15;
const MAX_LINE_LENGTH = 200;
const MAX_REASON_LENGTH = 300;

// oxlint-disable-next-line no-control-regex -- what programs colour their messages with
const COLOURS = /\u001b\[[\d;?]*[ -/]*[@-~]/g;
const OTHER_CONTROLS = /[^\P{Cc}\t\n]/gu;

/** How Python, Node and others begin the line that names the error. */
const ERROR_LINE = /^(?:[\w.]*(?:Error|Exception|Exit|Interrupt)\b|panic:|fatal:|error:)/i;

/** What a program wrote before it ended. */
export interface LastWords {
  /** The line that says why; empty where it wrote nothing. */
  readonly reason: string;
  /** The last lines; none where the reason is all there is. */
  readonly lines: readonly string[];
}

/** Finds in the stderr of a program why it ended. */
export function findLastWords(stderr: string): LastWords {
  const lines = stderr
    .replace(COLOURS, '')
    .replace(OTHER_CONTROLS, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const reason = lines.findLast((line) => ERROR_LINE.test(line)) ?? lines.at(-1) ?? '';
  return {
    reason: clip(reason.trim(), MAX_REASON_LENGTH),
    lines:
      lines.length < 2 ? [] : lines.slice(-MAX_LINES).map((line) => clip(line, MAX_LINE_LENGTH)),
  };
}

/**
 * Says in one line how a program ended and why, then the last lines that it wrote to stderr. Lines are apart by line
 * feeds; a message of one line says all there is.
 */
export function explainEnd(how: string, stderr: string): string {
  const { reason, lines } = findLastWords(stderr);
  return [reason === '' ? how : `${how}: ${reason}`, ...lines].join('\n');
}

/** Adds to the first line of a message, before the lines of a program that it quotes. */
export function extendFirstLine(message: string, extend: (first: string) => string): string {
  const [first = '', ...lines] = message.split('\n');
  return [extend(first), ...lines].join('\n');
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

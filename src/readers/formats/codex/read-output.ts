import { isJsonObject, type Json, parseJson } from '#core';
import { readOutcome } from '../../draft/read-outcome.ts';
import { type DraftStatus, statusOfFlag } from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';

/** How far the words of Codex reach in an output; what a command printed comes after them. */
const HEAD_LENGTH = 400;

const EXIT_CODE = /^(?:[^]*\n)?(?:Exit code: |Process exited with code )(-?\d+)(?:\n|$)/;
const REFUSED = /^(?:exec(?:_command)?[^\n]{0,40}|patch )?\s*rejected(?: by user|:)/i;
const FAILED = /^(?:unsupported (?:custom tool )?call: |(?:Wall time: [^\n]*\n)?aborted by user)/;

/** How a call ended, by its output: the words that Codex puts before it, otherwise the flag of an MCP result. */
export function readOutputStatus(output: Json | undefined): DraftStatus | null {
  if (isJsonObject(output) && output.success !== undefined)
    return statusOfFlag(output.success === true ? false : output.success === false ? true : null);
  const text = resultText(output) ?? '';
  const code = readExitCode(text);
  if (code !== null) return code === 0 ? 'ok' : 'error';
  if (REFUSED.test(text)) return 'denied';
  if (FAILED.test(text)) return 'error';
  return readOutcome(output);
}

/** The exit code in the head of an output, or in the JSON that older versions write. */
function readExitCode(text: string): number | null {
  if (text.startsWith('{"output":')) {
    const parsed = parseJson(text);
    const metadata = parsed.ok && isJsonObject(parsed.value) ? parsed.value.metadata : null;
    const code = isJsonObject(metadata) ? metadata.exit_code : null;
    return typeof code === 'number' ? code : null;
  }
  const [head = ''] = text.slice(0, HEAD_LENGTH).split(/^Output:/m);
  const match = EXIT_CODE.exec(head)?.[1];
  return match === undefined ? null : Number(match);
}

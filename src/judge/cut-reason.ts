import { MAX_REASON_CHARACTERS } from './prompt/limits.ts';

/** Room for the marker, which counts too: what was cut once is not cut again. */
const KEPT = MAX_REASON_CHARACTERS - 40;

/** A reason as it is kept: whole, or its beginning and how much was left out. */
export function cutReason(text: string): string {
  if (text.length <= MAX_REASON_CHARACTERS) return text;
  const last = text.charCodeAt(KEPT - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  const end = splits ? KEPT - 1 : KEPT;
  return `${text.slice(0, end)} [${text.length - end} characters left out]`;
}

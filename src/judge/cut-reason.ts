import { MAX_REASON_CHARACTERS } from './limits.ts';

/** A reason as it is kept: whole, or its beginning and how much was left out. */
export function cutReason(text: string): string {
  if (text.length <= MAX_REASON_CHARACTERS) return text;
  const last = text.charCodeAt(MAX_REASON_CHARACTERS - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  const end = splits ? MAX_REASON_CHARACTERS - 1 : MAX_REASON_CHARACTERS;
  return `${text.slice(0, end)} [${text.length - end} characters left out]`;
}

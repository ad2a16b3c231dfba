/** The text, or its beginning and `…` when it has more than `most` UTF-16 units; never half a surrogate pair. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? most - 1 : most)}…`;
}

import { splitName } from '#core';

const LONGEST = 200;

/** A first prompt for a tool: the beginning of its description, otherwise the words of its name. */
export function draftPrompt({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string | null;
}): string {
  const text = (description ?? '').replace(/\s+/g, ' ').trim();
  const sentence = /^.{10,}?[.!?](?= |$)/u.exec(text.slice(0, 2 * LONGEST))?.[0] ?? text;
  const plain = sentence.replace(/^(?:this )?tool (?:to|that|which|for) /i, '').replace(/\.$/, '');
  if (plain === '') return splitName(name).join(' ') || name;
  if (plain.length <= LONGEST) return plain;
  const cut = plain.lastIndexOf(' ', LONGEST);
  return plain.slice(0, cut > 0 ? cut : LONGEST).toWellFormed();
}

import type { AnswerPart } from '#reporters';

/** Which members of answers differ between them: by name, and the choice itself by an empty name. */
export function differingParts(
  answers: readonly (readonly AnswerPart[])[],
): (name: string) => boolean {
  const texts = answers.map(textsOf);
  const names = new Set(texts.flatMap((text) => [...text.keys()]));
  const differing = new Set(
    [...names].filter((name) => new Set(texts.map((text) => text.get(name))).size > 1),
  );
  return (name) => differing.has(name);
}

/** Several calls may have an argument of one name: all of its values count. */
function textsOf(parts: readonly AnswerPart[]): ReadonlyMap<string, string> {
  const texts = new Map([['', parts.map(({ title }) => title).join('\n')]]);
  for (const { details } of parts)
    for (const [name, value] of details) texts.set(name, `${texts.get(name) ?? ''}\n${value}`);
  return texts;
}

/** Where the description of what a tool does ends and that of its parameters, results or use begins. */
const END =
  /\n\s*\n|\n\s*(?:args|arguments|param(?:eter)?s?|returns?|examples?|notes?)\b|\b(?:Args|Arguments|Parameters|Returns?|Examples?)\s*:|[.!?](?:\s|$)|[。！？]/i;

/** The first sentence of a description. */
export function firstSentence(description: string): string {
  const text = description.trimStart();
  const end = END.exec(text)?.index ?? text.length;
  return end === 0 ? text : text.slice(0, end);
}

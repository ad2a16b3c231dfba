import { isAction, splitWords } from '#core';

/** Requests with more parts are read so far. */
const MAX_PARTS = 50;

const SENTENCE_END = /[.!?](?:\s+|$)|[;\n]+/;
const JOINT = /,?\s+(?:and then|then|and also|and|afterwards|after that)\s+|,\s+/i;
const POLITE: ReadonlySet<string> = new Set(['please', 'also', 'finally', 'then', 'next', 'now']);

/** The things that a text asks for: its sentences, and their parts where the next part begins with something to do. */
export function splitTasks(text: string): string[] {
  const tasks: string[] = [];
  for (const sentence of text.slice(0, 20_000).split(SENTENCE_END).slice(0, MAX_PARTS)) {
    let open = '';
    for (const part of sentence.split(JOINT).slice(0, MAX_PARTS)) {
      if (open !== '' && !beginsWithAction(part)) open += ` ${part}`;
      else {
        if (open !== '') tasks.push(open);
        open = part.trim();
      }
    }
    if (open !== '') tasks.push(open);
  }
  return tasks.slice(0, MAX_PARTS);
}

function beginsWithAction(part: string): boolean {
  const first = splitWords(part.slice(0, 200)).find((word) => !POLITE.has(word));
  return first !== undefined && isAction(first);
}

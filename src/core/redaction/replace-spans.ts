/** A part of a text: `[start, end)`. */
export type Span = readonly [start: number, end: number];

/** A text with its spans replaced. Spans come in order; one that begins inside an earlier one is skipped. */
export function replaceSpans(
  text: string,
  spans: Iterable<Span>,
  replace: (value: string) => string,
): string {
  let clean = '';
  let done = 0;
  for (const [start, end] of spans) {
    if (start < done) continue;
    clean += text.slice(done, start) + replace(text.slice(start, end));
    done = end;
  }
  return done === 0 ? text : clean + text.slice(done);
}

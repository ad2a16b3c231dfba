const SEPARATORS = /[-_:@\s]+/;
/** What a provider adds to a name when it says which version of the model answered. */
const VERSION = /^(?:\d{2,}|v\d+|latest|preview|exp|experimental|stable)$/;
const NUMBER = /^[\d.]+$/;
const FLOATING = new Set(['latest', 'preview']);

/**
 * Whether the model that answered is the one that was asked, by their names: the same one, or a dated or numbered version of
 * it. `gpt-5-mini-2025-08-07` is `gpt-5-mini`; `gpt-5-mini` is not `gpt-5`, and `claude-sonnet-4-5` is not `claude-sonnet-4`.
 */
export function isSameModel(asked: string, answered: string): boolean {
  const expected = words(asked);
  const actual = words(answered);
  if (expected.join('-') === actual.join('-')) return true;
  const isFloating = expected.includes('latest');
  const core = expected.filter((word) => !FLOATING.has(word));
  // `claude-sonnet-4-0` answers as `claude-sonnet-4-20250514`.
  if (core.at(-1) === '0') core.pop();
  let next = 0;
  for (const word of actual) {
    if (word === core[next]) next += 1;
    else if (!VERSION.test(word) && !(isFloating && NUMBER.test(word))) return false;
  }
  return next === core.length;
}

/** The words of the name itself: what is before a slash says who offers the model. */
function words(name: string): string[] {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return last.toLowerCase().split(SEPARATORS);
}

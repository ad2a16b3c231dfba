import { shorten } from '../text/shorten.ts';
import type { Check } from './check.ts';
import { fail } from './failure.ts';
import type { SchemaContext } from './schema-context.ts';
import type { Validation } from './validation.ts';

/** `minLength`, `maxLength` and `pattern`. */
export function compileStringKeywords(context: SchemaContext): readonly Check[] {
  const checks: Check[] = [];
  const [least, most] = [context.fields.count('minLength'), context.fields.count('maxLength')];
  const pattern = context.fields.text('pattern');
  if (least !== null) {
    const message = `must have at least ${amount(least, 'character')}`;
    checks.push((value, validation) =>
      typeof value !== 'string' || hasAtLeast(value, least, validation) ? null : fail(message),
    );
  }
  if (most !== null) {
    const message = `must have at most ${amount(most, 'character')}`;
    checks.push((value, validation) =>
      typeof value !== 'string' || !hasAtLeast(value, most + 1, validation) ? null : fail(message),
    );
  }
  if (pattern !== null) {
    const test = context.pattern(pattern);
    const message = `must match pattern ${JSON.stringify(shorten(pattern, 60))}`;
    checks.push((value, validation) => {
      if (typeof value !== 'string') return null;
      const outcome = test(value, validation);
      if (outcome === null) validation.unsure = true;
      return outcome === false ? fail(message) : null;
    });
  }
  return checks;
}

/** A number of things, such as `1 item` or `2 items`. */
export function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Whether a text has so many characters: code points, of which each is one unit or two. */
function hasAtLeast(text: string, count: number, validation: Validation): boolean {
  if (text.length < count) return false;
  if (text.length >= 2 * count) return true;
  validation.spendOnText(text);
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.codePointAt(i)! > 0xffff) {
      pairs++;
      i++;
    }
  }
  return text.length - pairs >= count;
}

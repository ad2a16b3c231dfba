import { parseDecimal } from '../json/decimal.ts';
import type { Check } from './check.ts';
import { compareNumbers, isNumber, type JsonNumber, numberText } from './compare-numbers.ts';
import { fail } from './failure.ts';
import type { SchemaContext } from './schema-context.ts';

/** `minimum`, `maximum`, their exclusive forms and `multipleOf`. */
export function compileNumberKeywords({ fields }: SchemaContext): readonly Check[] {
  const checks: Check[] = [];
  const limit = (
    bound: JsonNumber | null,
    sign: string,
    holds: (order: number) => boolean,
  ): void => {
    if (bound === null) return;
    const message = `must be ${sign} ${numberText(bound)}`;
    checks.push((value) =>
      !isNumber(value) || holds(compareNumbers(value, bound)) ? null : fail(message),
    );
  };
  // Draft 4 says `exclusiveMinimum: true` beside `minimum`; tools do so whatever their `$schema` says.
  if (fields.value('exclusiveMinimum') === true) {
    limit(fields.number('minimum'), '>', (order) => order > 0);
  } else {
    limit(fields.number('minimum'), '>=', (order) => order >= 0);
    limit(fields.number('exclusiveMinimum'), '>', (order) => order > 0);
  }
  if (fields.value('exclusiveMaximum') === true) {
    limit(fields.number('maximum'), '<', (order) => order < 0);
  } else {
    limit(fields.number('maximum'), '<=', (order) => order <= 0);
    limit(fields.number('exclusiveMaximum'), '<', (order) => order < 0);
  }
  const divisor = fields.number('multipleOf');
  if (divisor !== null && compareNumbers(divisor, 0) > 0) checks.push(multipleOf(divisor));
  return checks;
}

function multipleOf(divisor: JsonNumber): Check {
  const text = numberText(divisor);
  const message = `must be a multiple of ${text}`;
  const whole = typeof divisor === 'number' && Number.isSafeInteger(divisor) ? divisor : null;
  const exact = parseDecimal(text);
  return (value, validation) => {
    if (!isNumber(value)) return null;
    if (whole !== null && typeof value === 'number' && Number.isSafeInteger(value)) {
      return value % whole === 0 ? null : fail(message);
    }
    const digits = numberText(value);
    validation.spend(digits.length);
    const number = parseDecimal(digits);
    if (number === null || exact === null) {
      validation.unsure = true;
      return null;
    }
    return (number.num * exact.den) % (exact.num * number.den) === 0n ? null : fail(message);
  };
}

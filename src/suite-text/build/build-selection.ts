import { ExactNumber, isJsonObject } from '#core';
import type { Path, SelectDocument, SelectorDocument } from '#schema';
import type { Build } from './build.ts';
import { checkPattern } from './check-expected.ts';
import type { Selection, ValueMatcher } from '../plan/plan.ts';

/** Which traces a test takes. */
export function buildSelection(select: SelectDocument, path: Path, build: Build): Selection {
  const selectorOf = (key: 'agent' | 'input' | 'tag'): Partial<Selection> => {
    const selector = select[key];
    return selector === undefined ? {} : { [key]: buildMatcher(selector, [...path, key], build) };
  };
  if (Object.keys(select).length === 0) {
    build.problems.error(
      'SUITE_VALUE',
      path,
      'an empty select fits every trace',
      'name what to look at',
    );
  }
  const metadata =
    select.metadata === undefined
      ? {}
      : {
          metadata: new Map(
            Object.entries(select.metadata).map(([key, selector]) => [
              key,
              buildMatcher(selector, [...path, 'metadata', key], build),
            ]),
          ),
        };
  return { ...selectorOf('agent'), ...selectorOf('input'), ...selectorOf('tag'), ...metadata };
}

function buildMatcher(selector: SelectorDocument, path: Path, build: Build): ValueMatcher {
  const fits = buildFits(selector, path, build);
  return (value) => (Array.isArray(value) ? value.some(fits) : fits(value));
}

function buildFits(selector: SelectorDocument, path: Path, build: Build): ValueMatcher {
  if (selector instanceof ExactNumber) {
    return (value) => value instanceof ExactNumber && value.text === selector.text;
  }
  if (!isJsonObject(selector)) return (value) => value === selector;
  const test = checkPattern(selector.$matches, [...path, '$matches'], build);
  return (value) => typeof value === 'string' && test !== null && test(value);
}

import { ACCEPT, type Check, UNKNOWN } from './check.ts';
import { type Failure, precedes } from './failure.ts';
import { compileItemKeywords } from './item-keywords.ts';
import { hasMalformedKeyword } from './keyword-shapes.ts';
import { compileLogicKeywords } from './logic-keywords.ts';
import { compileNumberKeywords } from './number-keywords.ts';
import { compileObjectKeywords } from './object-keywords.ts';
import { compilePropertyKeywords } from './property-keywords.ts';
import type { SchemaContext } from './schema-context.ts';
import { compileStringKeywords } from './string-keywords.ts';
import { withUnevaluated } from './unevaluated-keywords.ts';
import { compileValueKeywords } from './value-keywords.ts';

interface KeywordGroup {
  readonly keywords: readonly string[];
  readonly compile: (context: SchemaContext) => readonly Check[];
}

/** What is asserted, the cheapest first; keywords that stand nowhere here say nothing. */
const GROUPS: readonly KeywordGroup[] = [
  { keywords: ['type', 'const', 'enum'], compile: compileValueKeywords },
  {
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    compile: compileNumberKeywords,
  },
  { keywords: ['minLength', 'maxLength', 'pattern'], compile: compileStringKeywords },
  {
    keywords: ['required', 'minProperties', 'maxProperties', 'dependentRequired', 'dependencies'],
    compile: compileObjectKeywords,
  },
  {
    keywords: ['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
    compile: compilePropertyKeywords,
  },
  {
    keywords: ['minItems', 'maxItems', 'uniqueItems', 'items', 'prefixItems', 'contains'],
    compile: compileItemKeywords,
  },
  { keywords: ['$ref', '$dynamicRef', '$recursiveRef'], compile: compileReferences },
  {
    keywords: ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas', 'dependencies'],
    compile: compileLogicKeywords,
  },
];

/** Makes one schema object ready. */
export function compileNode(context: SchemaContext): Check {
  const { fields } = context;
  const reference = fields.text('$ref');
  // Up to draft 7 nothing beside a reference counts.
  if (reference !== null && fields.dialect <= 7) return context.refer(reference);
  const checks = GROUPS.flatMap(({ keywords, compile }) =>
    fields.hasAny(keywords) ? compile(context) : [],
  );
  // What the schema meant by it is not known, so that a value without a violation is not known to be valid.
  const applied = hasMalformedKeyword(fields) ? [...checks, UNKNOWN] : checks;
  return withUnevaluated(all(applied), context);
}

/** Dynamic references are followed as if they were not: to what they name where they stand. */
function compileReferences({ fields, refer }: SchemaContext): readonly Check[] {
  return ['$ref', '$dynamicRef', '$recursiveRef']
    .map((keyword) => fields.text(keyword))
    .filter((reference) => reference !== null)
    .map(refer);
}

/** All of these, and of several failures the first in the value. */
function all(checks: readonly Check[]): Check {
  if (checks.length === 0) return ACCEPT;
  return (value, validation, seen) => {
    validation.enter(checks.length);
    let first: Failure | null = null;
    for (const check of checks) {
      const failure = check(value, validation, seen);
      if (failure === null) continue;
      if (first === null || precedes(failure, first, value, validation)) first = failure;
      if (first.path.length === 0) break;
    }
    validation.leave();
    return first;
  };
}

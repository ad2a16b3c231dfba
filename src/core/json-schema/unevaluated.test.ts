import { describe, expect, it } from 'vitest';
import { accepted } from './fixtures/judge.ts';

/** A schema of these keywords that allows no property, or no item, that they do not evaluate. */
const closed = (keywords: string): string =>
  `{${keywords},"unevaluatedProperties":false,"unevaluatedItems":false}`;

describe('what a keyword evaluates', () => {
  const objects = ['{}', '{"a":1}', '{"b":1}', '{"a":1,"b":1}'];
  it.each([
    ['"properties":{"a":true}', ['{}', '{"a":1}']],
    ['"patternProperties":{"a":true}', ['{}', '{"a":1}']],
    ['"additionalProperties":true', objects],
    ['"properties":{"a":true},"additionalProperties":{"type":"string"}', ['{}', '{"a":1}']],
    ['"propertyNames":true', ['{}']],
    ['"required":[]', ['{}']],
    ['"allOf":[{"properties":{"a":true}},{"properties":{"b":true}}]', objects],
    ['"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":true}}}', ['{}', '{"a":1}']],
    [
      '"anyOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true},"required":["b"]}]',
      ['{"a":1}', '{"b":1}', '{"a":1,"b":1}'],
    ],
    [
      '"oneOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true},"required":["b"]}]',
      ['{"a":1}', '{"b":1}'],
    ],
    ['"anyOf":[true,{"properties":{"a":true}}]', ['{}', '{"a":1}']],
    [
      '"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":true}}]',
      ['{}', '{"b":1}'],
    ],
    ['"not":{"not":{"properties":{"a":true}}}', ['{}']],
    [
      '"anyOf":[{"properties":{"a":true,"b":{"type":"string"}}},{"properties":{"b":true}}]',
      ['{}', '{"a":1}', '{"b":1}'],
    ],
    ['"if":{"required":["a"],"properties":{"a":true}}', ['{}', '{"a":1}']],
    [
      '"if":{"required":["a"],"properties":{"a":true}},"then":{"properties":{"b":true}}',
      ['{}', '{"a":1}', '{"a":1,"b":1}'],
    ],
    [
      '"if":{"required":["a"],"properties":{"a":true}},"else":{"properties":{"b":true}}',
      ['{}', '{"a":1}', '{"b":1}'],
    ],
    [
      '"properties":{"a":true},"dependentSchemas":{"a":{"properties":{"b":true}}}',
      ['{}', '{"a":1}', '{"a":1,"b":1}'],
    ],
    ['"allOf":[{"properties":{"a":true},"unevaluatedProperties":true}]', objects],
  ])('of an object: %s', (keywords, expected) => {
    expect(accepted(closed(keywords), objects)).toEqual(expected);
  });

  const lists = ['[]', '[1]', '[1,2]', '["a"]', '[1,"a"]'];
  it.each([
    ['"prefixItems":[true]', ['[]', '[1]', '["a"]']],
    ['"items":true', lists],
    ['"items":[true]', ['[]', '[1]', '["a"]']],
    ['"items":[true],"additionalItems":true', lists],
    ['"contains":{"type":"string"}', ['["a"]']],
    ['"contains":{"type":"string"},"minContains":0', ['[]', '["a"]']],
    ['"prefixItems":[true],"contains":{"type":"string"}', ['["a"]', '[1,"a"]']],
    ['"allOf":[{"prefixItems":[true]},{"prefixItems":[true,true]}]', lists],
    ['"anyOf":[{"prefixItems":[{"type":"string"}]},{"minItems":0}]', ['[]', '["a"]']],
    ['"uniqueItems":true,"maxItems":5', ['[]']],
  ])('of a list: %s', (keywords, expected) => {
    expect(accepted(closed(keywords), lists)).toEqual(expected);
  });

  it('by `contains` counts from 2020 on', () => {
    const uri = '"$schema":"https://json-schema.org/draft/2019-09/schema"';
    expect(accepted(closed(`${uri},"contains":{"type":"string"}`), lists)).toEqual([]);
  });

  it('counts only for the value that it is about, and for schemas around the keyword', () => {
    const uncle = `{"properties":{"x":{"unevaluatedProperties":false}},"allOf":[{"properties":{"x":{"properties":{"a":true}}}}]}`;
    expect(accepted(uncle, ['{"x":{"a":1}}', '{"x":{}}'])).toEqual(['{"x":{}}']);
    const cousin = '{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]}';
    expect(accepted(cousin, ['{"a":1}', '{}'])).toEqual(['{}']);
    const within = closed('"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]');
    expect(accepted(within, ['{"a":1}', '{}'])).toEqual(['{}']);
    const deeper = '{"prefixItems":[{"prefixItems":[true,true]}],"unevaluatedItems":false}';
    expect(accepted(deeper, ['[[1,2]]', '[[1,2],3]'])).toEqual(['[[1,2]]']);
  });

  it('leaves the rest to the schema of the unevaluated', () => {
    const schema = '{"properties":{"a":true},"unevaluatedProperties":{"type":"string"}}';
    expect(accepted(schema, ['{"a":1,"b":"x"}', '{"a":1,"b":2}'])).toEqual(['{"a":1,"b":"x"}']);
  });
});

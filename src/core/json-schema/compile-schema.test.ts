import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import { judge, json } from './fixtures/judge.ts';

describe('a keyword', () => {
  it.each([
    ['{"type":"string"}', '"a"', '1'],
    ['{"type":"integer"}', '1.0', '1.5'],
    ['{"type":"integer"}', '-12345678901234567890', '0.12345678901234567890'],
    ['{"type":"number"}', '0.12345678901234567890', '"1"'],
    ['{"type":"object"}', '{}', '[]'],
    ['{"type":"object"}', '{}', '12345678901234567890'],
    ['{"type":"array"}', '[]', '{}'],
    ['{"type":"boolean"}', 'false', '0'],
    ['{"type":"null"}', 'null', '{}'],
    ['{"type":["string","null"]}', 'null', '0'],
    ['{"type":"string","nullable":true}', 'null', '0'],
    ['{"enum":["a",1,{"x":[1]}]}', '{"x":[1.0]}', '{"x":[1,1]}'],
    ['{"enum":[12345678901234567891]}', '12345678901234567891', '12345678901234567890'],
    ['{"const":0}', '-0.0', 'false'],
    ['{"const":null}', 'null', '0'],
    ['{"minimum":2}', '2', '1.9'],
    ['{"minimum":9007199254740992}', '9007199254740993', '9007199254740991.5'],
    ['{"maximum":9007199254740992}', '9007199254740992', '9007199254740993'],
    ['{"exclusiveMinimum":2}', '2.1', '2'],
    ['{"exclusiveMaximum":2}', '1.9', '2'],
    ['{"minimum":2,"exclusiveMinimum":true}', '3', '2'],
    ['{"maximum":2,"exclusiveMaximum":true}', '1', '2'],
    ['{"minimum":2,"exclusiveMinimum":false}', '2', '1'],
    ['{"multipleOf":0.1}', '0.3', '0.35'],
    ['{"multipleOf":0.01}', '1234567890.12', '1234567890.123'],
    ['{"multipleOf":3}', '-9', '10'],
    ['{"multipleOf":10}', '1e23', '1e-23'],
    ['{"multipleOf":10}', '123456789012345678900', '123456789012345678901'],
    ['{"minLength":2}', '"ab"', '"😀"'],
    ['{"maxLength":2}', '"😀😀"', '"abc"'],
    ['{"maxLength":1}', '"\\ud83d"', '"\\ud83d\\ud83d"'],
    ['{"pattern":"^a"}', '"ab"', '"ba"'],
    ['{"required":["a"]}', '{"a":null}', '{"b":1}'],
    ['{"required":["toString"]}', '{"toString":1}', '{}'],
    ['{"minProperties":1}', '{"a":1}', '{}'],
    ['{"maxProperties":1}', '{"a":1}', '{"a":1,"b":2}'],
    ['{"properties":{"a":{"type":"string"}}}', '{"a":"","b":1}', '{"a":1}'],
    ['{"properties":{"__proto__":{"type":"string"}}}', '{"__proto__":""}', '{"__proto__":1}'],
    ['{"properties":{"constructor":false}}', '{}', '{"constructor":1}'],
    ['{"properties":{"a":{}},"additionalProperties":false}', '{"a":1}', '{"toString":1}'],
    ['{"additionalProperties":{"type":"string"}}', '{"a":""}', '{"a":1}'],
    ['{"patternProperties":{"^a":{"type":"string"}}}', '{"ab":"","b":1}', '{"ab":1}'],
    ['{"patternProperties":{"^a":{}},"additionalProperties":false}', '{"ab":1}', '{"ba":1}'],
    ['{"propertyNames":{"maxLength":1}}', '{"a":1}', '{"ab":1}'],
    ['{"dependentRequired":{"a":["b"]}}', '{"a":1,"b":1}', '{"a":1}'],
    ['{"dependentSchemas":{"a":{"required":["b"]}}}', '{"c":1}', '{"a":1}'],
    ['{"dependencies":{"a":["b"]}}', '{"c":1}', '{"a":1}'],
    ['{"dependencies":{"a":{"required":["b"]}}}', '{"a":1,"b":1}', '{"a":1}'],
    ['{"items":{"type":"string"}}', '["a"]', '["a",1]'],
    ['{"prefixItems":[{"type":"string"}]}', '["a",1]', '[1]'],
    ['{"prefixItems":[{"type":"string"}],"items":false}', '["a"]', '["a","b"]'],
    ['{"items":[{"type":"string"}]}', '["a",1]', '[1]'],
    ['{"items":[{"type":"string"}],"additionalItems":false}', '["a"]', '["a","b"]'],
    ['{"contains":{"type":"string"}}', '[1,"a"]', '[1]'],
    ['{"contains":{"type":"string"}}', '["a"]', '[]'],
    ['{"contains":{"type":"string"},"minContains":2}', '["a","b"]', '["a"]'],
    ['{"contains":{"type":"string"},"minContains":0,"maxContains":1}', '[]', '["a","b"]'],
    ['{"minItems":1}', '[1]', '[]'],
    ['{"maxItems":1}', '[1]', '[1,2]'],
    ['{"uniqueItems":true}', '[1,"1",true,[1],["1"],"[1]","=[1]"]', '[1,2,1.0]'],
    ['{"uniqueItems":true}', '[{"a":1},{"a":2}]', '[{"a":1,"b":2},{"b":2,"a":1}]'],
    ['{"uniqueItems":true}', '[12345678901234567890,12345678901234567891]', '[1e0,1]'],
    ['{"allOf":[{"minimum":1},{"maximum":2}]}', '1.5', '3'],
    ['{"anyOf":[{"type":"string"},{"minimum":2}]}', '2', '1'],
    ['{"oneOf":[{"minimum":1},{"maximum":2}]}', '3', '1.5'],
    ['{"oneOf":[{"minimum":1},{"minimum":2}]}', '1', '0'],
    ['{"not":{"type":"string"}}', '1', '"a"'],
    ['{"if":{"minimum":2},"then":{"multipleOf":2},"else":{"multipleOf":3}}', '4', '5'],
    ['{"if":{"minimum":2},"then":{"multipleOf":2},"else":{"multipleOf":3}}', '-3', '1'],
    ['{"then":{"type":"string"},"if":{"type":"number"}}', '""', '1'],
    ['true', '1', ''],
    ['{}', 'null', ''],
    ['false', '', '1'],
  ])('%s accepts %s and not %s', (schema, valid, invalid) => {
    if (valid !== '') expect(judge(schema, valid)).toBeNull();
    if (invalid !== '') expect(judge(schema, invalid)).not.toBeNull();
  });

  it.each([
    ['{"minimum":3,"minLength":3,"minItems":3,"required":["a"]}', 'true'],
    ['{"format":"email"}', '"no"'],
    ['{"contentMediaType":"application/json","contentSchema":false}', '"no"'],
    ['{"default":1,"title":"t","$comment":"c","examples":[1],"unknown":{"type":"string"}}', '2'],
    ['{"then":{"type":"string"},"else":false}', '1'],
    ['{"minContains":2,"maxContains":1}', '[1,2,3]'],
  ])('%s says nothing about %s', (schema, value) => {
    expect(judge(schema, value)).toBeNull();
  });

  it.each([
    '{"type":"any"}',
    '{"type":[]}',
    '{"type":["string",1]}',
    '{"not":{"type":"any"}}',
    '{"required":true}',
    '{"required":[1]}',
    '{"properties":[]}',
    '{"properties":{"a":null}}',
    '{"additionalProperties":"no"}',
    '{"items":"string"}',
    '{"enum":"a"}',
    '{"minLength":-1,"maxLength":"0"}',
    '{"minProperties":1.5}',
    '{"multipleOf":0}',
    '{"allOf":{},"anyOf":[],"oneOf":null,"not":[]}',
    '{"anyOf":[1]}',
    '{"oneOf":[1,{}]}',
    '{"dependentRequired":{"a":1}}',
    '{"$ref":1}',
    '[]',
    '"string"',
    'null',
    '1',
  ])('of a shape it cannot have constrains nothing, and leaves values unjudged: %s', (schema) => {
    expect(judge(schema, '{"a":1}')).toBeNull();
    expect(judge(schema, '"text"')).toBeNull();
    const compiled = compileSchema(json(schema));
    compiled.validate({ a: 1 });
    expect(compiled.isSure).toBe(false);
  });

  it('that is null is as good as absent', () => {
    const compiled = compileSchema({ type: 'object', required: null, enum: null, items: null });
    expect([compiled.validate({ a: 1 }), compiled.isSure]).toEqual([null, true]);
  });
});

describe('a violation', () => {
  it.each([
    ['{"type":"string"}', '1', ' must be string'],
    ['{"type":["string","null"]}', '1', ' must be string or null'],
    ['{"enum":["a","b"]}', '"c"', ' must be one of "a", "b"'],
    ['{"enum":[]}', '"c"', ' must be one of no values'],
    ['{"const":{"a":1}}', '1', ' must be {"a":1}'],
    ['{"required":["q"]}', '{}', " must have required property 'q'"],
    ['{"additionalProperties":false}', '{"x":1}', " must not have extra property 'x'"],
    ['{"unevaluatedProperties":false}', '{"x":1}', " must not have extra property 'x'"],
    ['{"properties":{"x":false}}', '{"x":1}', '/x is not allowed'],
    [
      '{"propertyNames":{"maxLength":1}}',
      '{"ab":1}',
      " property name 'ab' must have at most 1 character",
    ],
    ['{"dependentRequired":{"a":["b"]}}', '{"a":1}', " must have property 'b' beside 'a'"],
    ['{"minProperties":2}', '{}', ' must have at least 2 properties'],
    ['{"maxProperties":1}', '{"a":1,"b":2}', ' must have at most 1 property'],
    ['{"minLength":2}', '""', ' must have at least 2 characters'],
    ['{"pattern":"^a"}', '""', ' must match pattern "^a"'],
    ['{"minimum":1.5}', '1', ' must be >= 1.5'],
    ['{"exclusiveMaximum":12345678901234567890}', '1e30', ' must be < 1234567890123456789e1'],
    ['{"multipleOf":0.1}', '0.25', ' must be a multiple of 0.1'],
    ['{"minItems":1}', '[]', ' must have at least 1 item'],
    ['{"uniqueItems":true}', '[3,1,2,1]', ' items 1 and 3 must not be equal'],
    ['{"contains":{"type":"string"}}', '[]', ' must contain at least 1 matching item'],
    ['{"contains":{},"maxContains":1}', '[1,2]', ' must contain at most 1 matching item'],
    ['{"oneOf":[{},{}]}', '1', ' must match exactly one alternative, not several'],
    ['{"not":{}}', '1', ' must not match the excluded schema'],
  ])('of %s by %s is "%s"', (schema, value, expected) => {
    expect(judge(schema, value)).toBe(expected);
  });

  it('is at the JSON pointer of the value that is wrong', () => {
    const schema = '{"properties":{"a/b~c":{"items":{"properties":{"":{"type":"string"}}}}}}';
    expect(judge(schema, '{"a/b~c":[{},{"":1}]}')).toBe('/a~1b~0c/1/ must be string');
  });

  it('is the first in the value, whichever keyword finds it', () => {
    const named = '{"properties":{"b":{"type":"string"},"a":{"type":"string"}}}';
    expect(judge(named, '{"a":1,"b":1}')).toBe('/a must be string');
    const apart = `{"allOf":[{"properties":{"b":{"type":"string"}}},{"properties":{"a":{"type":"string"}}}]}`;
    expect(judge(apart, '{"a":1,"b":1}')).toBe('/a must be string');
    expect(judge(apart, '{"b":1,"a":1}')).toBe('/b must be string');
    const inner =
      '{"prefixItems":[{"items":{"type":"string"}}],"items":{"type":"string"},"contains":{"const":0}}';
    expect(judge(inner, '[["",1],2]')).toBe(' must contain at least 1 matching item');
    expect(judge(inner, '[["",1],0]')).toBe('/0/1 must be string');
    const lists =
      '{"allOf":[{"prefixItems":[true,{"type":"string"}]},{"prefixItems":[{"type":"string"}]}]}';
    expect(judge(lists, '[1,1]')).toBe('/0 must be string');
    const nested = `{"properties":{"a":{"properties":{"x":{"type":"string"}}}},"allOf":[{"properties":{"a":{"maxProperties":1}}}]}`;
    expect(judge(nested, '{"a":{"x":1,"y":1}}')).toBe('/a must have at most 1 property');
  });

  it('of alternatives is that of the only one of the right type', () => {
    const optional =
      '{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"null"}]}';
    expect(judge(optional, '{"a":1}')).toBe('/a must be string');
    expect(judge(optional, '1')).toBe(' must be object or null');
  });

  it('of alternatives that are all near says what each asks for', () => {
    expect(judge('{"anyOf":[{"const":1},{"const":2}]}', '3')).toBe(' must be 1 or 2');
    expect(judge('{"oneOf":[{"const":"a"},{"minLength":3}]}', '"b"')).toBe(
      ' must be "a" or must have at least 3 characters',
    );
    const shapes = '{"anyOf":[{"properties":{"a":{"const":1}}},{"properties":{"a":{"const":2}}}]}';
    expect(judge(shapes, '{"a":3}')).toBe(' must match at least one alternative');
  });

  it('shows long names and values shortened', () => {
    const long = 'x'.repeat(1_000);
    expect(judge(`{"required":["${long}"]}`, '{}')).toBe(
      ` must have required property '${'x'.repeat(57)}...'`,
    );
    expect(judge(`{"const":"${long}"}`, '1')).toBe(` must be "${'x'.repeat(36)}...`);
    const many = Array.from({ length: 11 }, (_, i) => i).join(',');
    expect(judge(`{"enum":[${many}]}`, '11')).toBe(
      ' must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...',
    );
  });
});

describe('a pattern', () => {
  const schema = json(
    '{"properties":{"a":{"pattern":"^x"}},"patternProperties":{"^b":{"type":"string"}},"additionalProperties":false}',
  );
  const refusing = (): never => {
    throw new SyntaxError('not supported');
  };
  const failing = (): (() => never) => () => {
    throw new RangeError('too long');
  };

  it.each([
    ['without an engine', undefined],
    ['that the engine refuses', refusing],
    ['on which the engine gives up', failing],
  ])('%s constrains nothing, not even which properties are extra', (_why, engine) => {
    const compiled = compileSchema(schema, engine);
    expect(compiled.validate(json('{"a":"y","b":1,"c":1}'))).toBeNull();
  });

  it.each(['{"not":{"pattern":"^x"}}', '{"oneOf":[{"pattern":"^x"},{"type":"string"}]}'])(
    'that cannot be tested is no reason to fail %s',
    (negated) => {
      expect(compileSchema(json(negated)).validate('y')).toBeNull();
    },
  );

  it('goes to the engine as it is written, and once', () => {
    const seen: string[] = [];
    compileSchema(
      json('{"pattern":"^\\\\d+$","patternProperties":{"[a-z]":{},"^\\\\d+$":{}}}'),
      (pattern) => {
        seen.push(pattern);
        return () => true;
      },
    );
    expect(seen).toEqual(['^\\d+$', '[a-z]']);
  });
});

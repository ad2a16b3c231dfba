import { describe, expect, it } from 'vitest';
import { accepted, judge } from './fixtures/judge.ts';

const ONE_AND_TEXT = ['1', '"a"'];

describe('a reference', () => {
  it.each([
    ['to a definition', '{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}'],
    ['to a definition of old', '{"$ref":"#/definitions/a","definitions":{"a":{"type":"string"}}}'],
    [
      'to a reference',
      '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"string"}}}',
    ],
    ['with escapes', '{"$ref":"#/$defs/a~1b~0c%25d","$defs":{"a/b~c%d":{"type":"string"}}}'],
    ['with a bad escape', '{"$ref":"#/$defs/%zz","$defs":{"%zz":{"type":"string"}}}'],
    ['through an empty name', '{"$ref":"#/$defs/","$defs":{"":{"type":"string"}}}'],
    ['into a list', '{"$ref":"#/x/1","x":[{},{"type":"string"}]}'],
    ['into an unknown keyword', '{"$ref":"#/unknown/a","unknown":{"a":{"type":"string"}}}'],
    ['to an anchor', '{"$ref":"#here","$defs":{"a":{"$anchor":"here","type":"string"}}}'],
    [
      'to a dynamic anchor',
      '{"$dynamicRef":"#here","$defs":{"a":{"$dynamicAnchor":"here","type":"string"}}}',
    ],
    [
      'to an address',
      '{"$ref":"http://x.test/b","$defs":{"a":{"$id":"http://x.test/b","type":"string"}}}',
    ],
    [
      'relative to an address',
      '{"$id":"http://x.test/a/root","$ref":"../b","$defs":{"b":{"$id":"/b","type":"string"}}}',
    ],
    [
      'relative to a relative address, more than one step down',
      '{"$id":"a/root","$ref":"b/c","$defs":{"c":{"$id":"b/c","$ref":"d/e","$defs":{"e":{"$id":"d/e","type":"string"}}}}}',
    ],
    [
      'relative to the address that it stands beside',
      '{"$id":"http://x.test/a/","allOf":[{"$id":"b/","$ref":"c"}],"$defs":{"c":{"$id":"b/c","type":"string"}}}',
    ],
    [
      'relative to an address on the way of a pointer',
      '{"$ref":"#/$defs/a/$defs/b","$defs":{"a":{"$id":"a/a","$defs":{"b":{"$ref":"c"},"c":{"$id":"c","type":"string"}}}}}',
    ],
    [
      'relative to what is around it, up to draft 7',
      '{"$schema":"http://json-schema.org/draft-07/schema#","allOf":[{"$id":"http://x.test/","$ref":"b"}],"definitions":{"b":{"$id":"b","type":"string"},"c":{"$id":"http://x.test/b","type":"number"}}}',
    ],
    [
      'to an anchor at an address',
      '{"$ref":"b#here","$defs":{"b":{"$id":"b","$defs":{"c":{"$anchor":"here","type":"string"}}}}}',
    ],
    [
      'to a pointer at an address',
      '{"$ref":"urn:b#/$defs/c","$defs":{"b":{"$id":"urn:b","$defs":{"c":{"type":"string"}}}}}',
    ],
    [
      'by an `$id` that is a fragment, up to draft 7',
      '{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#b","definitions":{"b":{"$id":"#b","type":"string"}}}',
    ],
    [
      'by the `id` of draft 4',
      '{"$schema":"http://json-schema.org/draft-04/schema#","allOf":[{"$ref":"b"}],"definitions":{"b":{"id":"b","type":"string"}}}',
    ],
    [
      'beside an address that is the base of it',
      '{"properties":{},"$ref":"b","$defs":{"b":{"$id":"b","$ref":"#/$defs/c","$defs":{"c":{"type":"string"}}}}}',
    ],
  ])('%s is followed', (_where, schema) => {
    expect(accepted(schema, ONE_AND_TEXT)).toEqual(['"a"']);
  });

  it.each([
    '{"$ref":"#/$defs/a"}',
    '{"$ref":"#/__proto__"}',
    '{"$ref":"#/toString"}',
    '{"$ref":"#nowhere"}',
    '{"$ref":"http://x.test/"}',
    '{"$ref":"file:///etc/passwd"}',
    '{"$ref":"https://json-schema.org/draft/2020-12/schema"}',
    '{"not":{"$ref":"http://x.test/"}}',
    '{"not":{"$ref":"#/__proto__"}}',
    '{"not":{"not":{"$ref":"http://x.test/"}}}',
    '{"not":{"anyOf":[{"$ref":"http://x.test/"}]}}',
    '{"not":{"oneOf":[{"$ref":"http://x.test/"},true]}}',
    '{"oneOf":[{"$ref":"http://x.test/"},{"$ref":"http://y.test/"}]}',
    '{"if":{"$ref":"http://x.test/"},"then":false,"else":false}',
    '{"contains":{"$ref":"http://x.test/"},"maxContains":0}',
    '{"$ref":"http://x.test/","unevaluatedProperties":false,"unevaluatedItems":false}',
    '{"if":{"$ref":"http://x.test/"},"then":{"properties":{"a":{}}},"unevaluatedProperties":false}',
  ])('that leads nowhere constrains nothing: %s', (schema) => {
    expect(accepted(schema, ['1', '{"a":1}', '[1]'])).toEqual(['1', '{"a":1}', '[1]']);
  });

  it.each([
    ['{"anyOf":[{"$ref":"nowhere"},{"type":"string"}],"maxLength":1}', '"ab"'],
    ['{"oneOf":[{"$ref":"nowhere"},{"type":"string"},{"maxLength":1}]}', '"a"'],
    ['{"not":{"anyOf":[{"$ref":"nowhere"},{"type":"string"}]}}', '"a"'],
    ['{"allOf":[{"$ref":"nowhere"},{"not":{"type":"string"}}]}', '"a"'],
    ['{"not":{"not":{"allOf":[{"$ref":"nowhere"},{"type":"string"}]}}}', '1'],
    ['{"contains":{"allOf":[{"$ref":"nowhere"},{"type":"string"}]}}', '[1]'],
    ['{"patternProperties":{"(":{}},"properties":{"a":{"type":"string"}}}', '{"a":1}'],
  ])('that leads nowhere leaves %s to refuse %s for what is certain', (schema, value) => {
    expect(judge(schema, value)).not.toBeNull();
  });

  it('to a boolean is that boolean', () => {
    expect(judge('{"$ref":"#/$defs/a","$defs":{"a":true}}', '1')).toBeNull();
    expect(judge('{"$ref":"#/$defs/a","$defs":{"a":false}}', '1')).toBe(' is not allowed');
  });

  it('may lead back to what it stands in', () => {
    const list =
      '{"properties":{"next":{"$ref":"#"},"value":{"type":"string"}},"required":["value"]}';
    expect(judge(list, '{"value":"a","next":{"value":"b"}}')).toBeNull();
    expect(judge(list, '{"value":"a","next":{"value":"b","next":{}}}')).toBe(
      "/next/next must have required property 'value'",
    );
  });

  it('finds no address in what is only data', () => {
    const schema = `{"$ref":"b","enum":[{"$id":"b","type":"string"},1],"const":1,"unknown":{"$id":"b","not":{}}}`;
    expect(judge(schema, '1')).toBeNull();
  });

  it('named like a property is a property', () => {
    expect(judge('{"properties":{"$ref":{"type":"string"}}}', '{"$ref":1}')).toBe(
      '/$ref must be string',
    );
  });
});

describe('the dialect', () => {
  const schema = (uri: string): string =>
    `{"$schema":"${uri}","allOf":[{"$ref":"#/definitions/a","maxLength":1}],"definitions":{"a":{"type":"string"}}}`;

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft-07/schema#',
  ])('%s ignores what stands beside a reference', (uri) => {
    expect(accepted(schema(uri), ['"ab"', '1'])).toEqual(['"ab"']);
  });

  it.each([
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
    'https://schemas.test/my-own',
  ])('%s heeds what stands beside a reference', (uri) => {
    expect(accepted(schema(uri), ['"ab"', '"a"', '1'])).toEqual(['"a"']);
  });

  it.each([
    ['draft-04/schema#', '{"const":1}', '2'],
    ['draft-04/schema#', '{"contains":false}', '[1]'],
    ['draft-06/schema#', '{"if":true,"then":false}', '1'],
    ['draft-07/schema#', '{"dependentRequired":{"a":["b"]}}', '{"a":1}'],
    ['draft-07/schema#', '{"unevaluatedProperties":false}', '{"a":1}'],
    ['draft-07/schema#', '{"contains":{},"maxContains":1}', '[1,2]'],
    ['draft/2019-09/schema', '{"prefixItems":[false]}', '[1]'],
  ])('%s has not yet a keyword of %s', (uri, keywords, value) => {
    expect(judge(keywords, value)).not.toBeNull();
    const labelled = keywords.replace('{', `{"$schema":"http://json-schema.org/${uri}",`);
    expect(judge(labelled, value)).toBeNull();
  });

  it('is that of the nearest schema with an address', () => {
    const mixed = `{"$ref":"old","$defs":{"old":{"$id":"old","$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[false]}},"prefixItems":[{"type":"string"}]}`;
    expect(judge(mixed, '["a"]')).toBeNull();
    expect(judge(mixed, '[1]')).toBe('/0 must be string');
  });
});

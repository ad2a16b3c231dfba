import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REDACTED, redactJson, redactText } from './redact.ts';

// Put together here, so that no scanner takes this file for a leak.
const BODY = 'Zk3vQ9xT7bLm2Np8RsWd4Yc6';
const CANARIES = [
  `sk-${BODY}`,
  `sk-ant-${BODY}`,
  `ghp_${BODY}`,
  `github_pat_${BODY}`,
  `glpat-${BODY}`,
  `xoxb-${BODY}`,
  `AKIA${'Q7ZX'.repeat(4)}`,
  `AIza${BODY}${BODY}`,
  `hf_${BODY}`,
  `npm_${BODY}${BODY}`,
  `lsv2_pt_${BODY}`,
  `sk_live_${BODY}`,
  `whsec_${BODY}`,
  `eyJhbGciOiJI.eyJzdWIiOiIx.${BODY}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${BODY}\n-----END RSA PRIVATE KEY-----`,
  `${BODY}Hj5Kf1Gq0Va`,
];

describe('redactText', () => {
  it.each(CANARIES)('takes out %j wherever it stands in a text', (canary) => {
    const text = redactText(`use ${canary} for this, please`);
    expect(text).toBe(`use ${REDACTED} for this, please`);
  });

  it.each([
    ['Authorization: Bearer abcdefghijk', 'Authorization: Bearer [redacted]'],
    ['sent Basic dXNlcjpwYXNz to it', 'sent Basic [redacted] to it'],
    ['connect with password=hunter2!', 'connect with password=[redacted]'],
    ['{"api_key": "abc123"}', '{"api_key": "[redacted]"}'],
    ['postgres://me:topsecret@db/x', 'postgres://me:[redacted]@db/x'],
  ])('keeps the words around a secret: %j', (text, wanted) => {
    expect(redactText(text)).toBe(wanted);
  });

  it.each([
    'what is the status of order 12345678901234567890?',
    '123e4567-e89b-12d3-a456-426614174000',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'https://example.com/a/very/long/path/to/some/page/of/the/manual',
    'a_function_name_that_is_really_quite_long_indeed',
    'my password is wrong, can you help?',
    'the cheapest Economy that is not Basic Economy.',
    'what a bearer certificate is',
  ])('leaves ordinary text alone: %j', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...CANARIES), (around, canary) => {
        const once = redactText(`${around} ${canary} ${around}`);
        expect(once).not.toContain(BODY);
        expect(redactText(once)).toBe(once);
      }),
    );
  });

  it('takes no longer for hostile text', () => {
    const hostile = [
      'password'.repeat(20_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(500),
      ':/'.repeat(60_000),
    ];
    for (const text of hostile) expect(redactText(text).length).toBeGreaterThan(0);
  });
});

describe('redactJson', () => {
  it('hides members by their names in JSON that is text, and leaves other JSON text as it is', () => {
    const found = { count: 0 };
    const text = '{"user": "ann", "token": "two words", "pwd": 7}';
    const plain = '{ "user": "ann" }';
    expect(redactJson([text, plain, '[not json'], found)).toEqual([
      '{"user":"ann","token":"[redacted]","pwd":"[redacted]"}',
      plain,
      '[not json',
    ]);
    expect(found.count).toBe(2);
  });

  it('hides members by their names, at every depth', () => {
    const found = { count: 0 };
    expect(
      redactJson(
        {
          q: 'shoes',
          Authorization: 'x',
          deep: [{ 'x-api-key': 'y', client_secret: 12, max_tokens: 5, page_token: 'p' }],
          headers: [{ name: 'Cookie', value: 'z' }],
        },
        found,
      ),
    ).toEqual({
      q: 'shoes',
      Authorization: REDACTED,
      deep: [{ 'x-api-key': REDACTED, client_secret: REDACTED, max_tokens: 5, page_token: 'p' }],
      headers: [{ name: 'Cookie', value: REDACTED }],
    });
    expect(found.count).toBe(4);
  });

  it('leaves the schema of a secret alone, and null, and flags', () => {
    const schema = { properties: { password: { type: 'string' } }, secret: null, token: true };
    expect(redactJson(schema)).toEqual(schema);
  });

  it('looks at keys, and keeps a member called __proto__', () => {
    const clean = redactJson(JSON.parse(`{"__proto__":"a","sk-${BODY}":1}`));
    expect(Object.keys(clean as object)).toEqual(['__proto__', REDACTED]);
  });
});

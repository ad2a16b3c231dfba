import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/parse-json.ts';
import { SECRETS_ONLY, WITH_PII, withKnown } from './policy.ts';
import { redactText } from './redact-text.ts';
import { Redactor } from './redactor.ts';

// Put together here, so that scanners do not take this file for a leak.
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
  `gsk_${BODY}`,
  `tvly-${BODY}`,
  `npm_${BODY}${BODY}`,
  `lsv2_pt_${BODY}`,
  `sk_live_${BODY}`,
  `whsec_${BODY}`,
  `ya29.${BODY}`,
  `SG.${BODY}.${BODY}`,
  `eyJhbGciOiJI.eyJzdWIiOiIx.${BODY}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${BODY}\n-----END RSA PRIVATE KEY-----`,
  `${BODY}Hj5Kf1Gq0Va`,
];

const secrets = (): Redactor => new Redactor(SECRETS_ONLY);
const personal = (): Redactor => new Redactor(WITH_PII);

describe('free text', () => {
  it.each(CANARIES)('loses %j wherever it is', (canary) => {
    expect(secrets().text(`use ${canary} for this, please`)).toBe(
      'use [secret-1] for this, please',
    );
    expect(redactText(`use ${canary} for this`)).toBe('use [redacted] for this');
  });

  it.each([
    ['Authorization: Bearer abcdefghijk', 'Authorization: Bearer [secret-1]'],
    ['sent Basic dXNlcjpwYXNz to it', 'sent Basic [secret-1] to it'],
    ['connect with password=hunter2!', 'connect with password=[secret-1]'],
    ['password: "two words" here', 'password: "[secret-1]" here'],
    ['{"api_key": "abc123"}', '{"api_key": "[secret-1]"}'],
    [String.raw`{\"api_key\": \"abc 123\"}`, String.raw`{\"api_key\": \"[secret-1]\"}`],
    ['postgres://me:topsecret@db/x', 'postgres://me:[secret-1]@db/x'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQ', '[secret-1]'],
  ])('keeps the words around a secret: %j', (text, clean) => {
    expect(secrets().text(text)).toBe(clean);
  });

  it.each([
    'what is the status of order 12345678901234567890?',
    '123e4567-e89b-12d3-a456-426614174000',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'https://example.com/a/very/long/path/to/some/page/of/the/manual',
    'projects/my-project-123/locations/us-central1/Agents',
    'a_function_name_that_is_really_quite_long_indeed',
    'mcp__github__createPullRequestReviewComment2',
    'getUserByIdV2AndUpdateProfilePicture3',
    'my password is wrong, can you help?',
    'the cheapest Economy that is not Basic Economy.',
    'what a bearer certificate is',
  ])('stays as it is without a secret: %j', (text) => {
    expect(secrets().text(text)).toBe(text);
  });

  it('has one placeholder per value', () => {
    const [a, b] = [`sk-${BODY}a`, `sk-${BODY}b`];
    expect(secrets().text(`${a} ${b} ${a}`)).toBe('[secret-1] [secret-2] [secret-1]');
  });

  it('does not give a number that a placeholder has already', () => {
    const redactor = secrets();
    redactor.reserve({ deep: ['was [secret-7]'] });
    expect(redactor.text(`sk-${BODY}`)).toBe('[secret-8]');
  });

  it('changes nothing the second time', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...CANARIES,
        'password=',
        '"',
        "'",
        '[secret-1]',
        '[redacted].',
        'Bearer ',
        '://a:',
        '@',
        '+49 151 2345678',
      ),
    );
    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, pii) => {
        const policy = pii ? WITH_PII : SECRETS_ONLY;
        const [first, second] = [new Redactor(policy), new Redactor(policy)];
        const text = parts.join('');
        first.reserve(text);
        const once = first.text(text);
        second.reserve(once);
        expect(second.text(once)).toBe(once);
      }),
      { numRuns: 100 },
    );
  });

  it('loses a secret between any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...CANARIES), (around, canary) => {
        expect(secrets().text(`${around} ${canary} ${around}`)).not.toContain(BODY);
      }),
    );
  });

  it.each([
    ['one word', 'iVBORw0KGgoAAAANSUhEUg'.repeat(280_000)],
    ['one letter', 'a'.repeat(6_000_000)],
    ['a prefix with a long word', `sk-${'a'.repeat(6_000_000)}`],
    ['prefixes', 'sk-'.repeat(400_000)],
    ['names of secrets', 'password='.repeat(120_000)],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'.repeat(40_000)],
    ['beginnings of tokens', 'eyJ-'.repeat(300_000)],
    ['addresses', ':/'.repeat(600_000)],
    ['at signs', 'a@'.repeat(600_000)],
    ['digits', '4 1-'.repeat(300_000)],
    ['schemes', 'Bearer '.repeat(160_000)],
  ])('takes linear time for megabytes of %s', (_name, text) => {
    const start = performance.now();
    expect(personal().text(text).length).toBeGreaterThan(0);
    // Quadratic time would be many minutes.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('personal data', () => {
  it.each([
    ['write to ann.lee+x@mail.example.org.', 'write to [email-1].'],
    ['card 4111 1111 1111 1111 please', 'card [card-1] please'],
    ['call +49 (0)151 2345-6789 now', 'call [phone-1] now'],
    ['call (212) 555-0147 or 212-555-0147', 'call [phone-1] or [phone-2]'],
    ['call 020 7946 0958', 'call [phone-1]'],
  ])('is replaced: %j', (text, clean) => {
    expect(personal().text(text)).toBe(clean);
    expect(secrets().text(text)).toBe(text);
  });

  it.each([
    'order 4111 1111 1111 1112',
    'on 2024-01-15 at 10:30, 12.5 % of 1,000,000',
    'version 10.2.3, build 20240115',
    'room 101-202, @mention, a@b',
    '123e4567-e89b-12d3-a456-426614174000',
    'port 127.0.0.1:8080',
  ])('is not seen in %j', (text) => {
    expect(personal().text(text)).toBe(text);
  });

  it('is seen in numbers', () => {
    expect(personal().json({ card: 4111111111111111, order: 4111111111111112 })).toEqual({
      card: '[card-1]',
      order: 4111111111111112,
    });
  });
});

describe('names', () => {
  it.each(['sk-learn-train-model-fit-2', 'mcp__github__createPullRequestReviewComment2'])(
    'stay as they are: %s',
    (name) => {
      expect(secrets().name(name)).toBe(name);
    },
  );

  it('lose secrets that are known, and keys whose form leaves no doubt', () => {
    expect(secrets().name(`tool-sk-${BODY}`)).toBe('tool-[secret-1]');
    const redactor = new Redactor(withKnown(SECRETS_ONLY, ['my "own" key', 'short']));
    expect(redactor.name(`${BODY}Hj5Kf1Gq0Va short`)).toBe(`${BODY}Hj5Kf1Gq0Va short`);
    expect(redactor.name('a my "own" key')).toBe('a [secret-1]');
    expect(redactor.name(String.raw`my \"own\" key my%20%22own%22%20key`)).toBe(
      '[secret-3] [secret-2]',
    );
  });

  it('stay as they are in messages of ours, unless they have the form of a key', () => {
    const id = `${BODY}Hj5Kf1Gq0Va`;
    expect(secrets().message(`run ${id} said sk-${BODY}`)).toBe(`run ${id} said [secret-1]`);
  });
});

describe('values', () => {
  it('lose members by their names in JSON that is text', () => {
    const redactor = secrets();
    const text = '{"user": "ann", "token": "two words", "pwd": 7}';
    const plain = '{ "user": "ann" }';
    expect(redactor.json([text, plain, '[not json'])).toEqual([
      '{"user":"ann","token":"[secret-1]","pwd":"[secret-2]"}',
      plain,
      '[not json',
    ]);
    expect(redactor.count).toBe(2);
  });

  it('lose members by their names, at every depth', () => {
    expect(
      secrets().json({
        q: 'shoes',
        Authorization: 'x',
        deep: [{ 'x-api-key': 'y', client_secret: 12, max_tokens: 5, page_token: 'p' }],
        headers: [{ name: 'Cookie', value: 'x' }],
      }),
    ).toEqual({
      q: 'shoes',
      Authorization: '[secret-1]',
      deep: [
        { 'x-api-key': '[secret-2]', client_secret: '[secret-3]', max_tokens: 5, page_token: 'p' },
      ],
      headers: [{ name: 'Cookie', value: '[secret-1]' }],
    });
  });

  it('keep a number apart from the text of its digits', () => {
    const exact = parseJson('12345678901234567890');
    const token = exact.ok ? exact.value : null;
    expect(secrets().json([{ token: 12 }, { token: '12' }, { token }, { token: 12 }])).toEqual([
      { token: '[secret-1]' },
      { token: '[secret-2]' },
      { token: '[secret-3]' },
      { token: '[secret-1]' },
    ]);
  });

  it('keep the schema of a secret, null and flags', () => {
    const schema = { properties: { password: { type: 'string' } }, secret: null, token: true };
    expect(secrets().json(schema)).toEqual(schema);
  });

  it('lose secrets in keys, and keep a member called __proto__', () => {
    const clean = secrets().json(JSON.parse(`{"__proto__":"a","sk-${BODY}":1,"ghp_${BODY}":2}`));
    expect(Object.entries(clean as object)).toEqual([
      ['__proto__', 'a'],
      ['[secret-1]', 1],
      ['[secret-2]', 2],
    ]);
  });

  it('lose a secret at any place of any value', () => {
    const canary = `sk-${BODY}`;
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, seed) => {
        let place = seed % 5;
        const planted = JSON.parse(text, (_key, value: unknown) => {
          place--;
          if (place !== 0) return value;
          return seed % 2 === 0 ? { [canary]: value } : { held: `it is ${canary}` };
        }) as never;
        expect(JSON.stringify(secrets().json(planted))).not.toContain(BODY);
      }),
    );
  });
});

describe('what looks like a secret or a phone number and is none', () => {
  it.each([
    'git@github.com:org/repo.git',
    '01-15-2024',
    '15 01 2024 - 03 02 2024',
    'DE89 3704 0044 0532 0130 00',
    'FR14 2004 1010 0505 0001 3M02 606',
    'pages 100 200 3000, room 101 202 3030',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'https://github.com/org/repo/blob/da39a3ee5e6b4b0d3255bfef95601890afd80709/src/Index2.ts',
    '2024-01-15T10:20:30Z 192.168.100.200 2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    '114-3941689-8772232 ORD-20240115-000042 1705312830123',
    'toolu_01A09q90qw90lq917835lq9 run_01HXYZ8K2M3N4P5Q6R7S8T9V0W',
  ])('stays: %s', (text) => {
    expect(new Redactor(WITH_PII).text(text)).toBe(text);
  });

  it.each([
    '+49 30 901820',
    '(415) 555-2671',
    '020 7946 0958',
    '01 42 68 53 00',
    '030/901820',
    '+81 3-1234-5678',
    '+55 11 91234-5678',
  ])('is a phone number all the same: %s', (text) => {
    expect(new Redactor(WITH_PII).text(`call ${text} now`)).toBe('call [phone-1] now');
  });

  it('changes nothing the second time where numbers touch each other', () => {
    const once = new Redactor(WITH_PII).text('+49 151 2345678+49 151 2345678');
    expect(new Redactor(WITH_PII).text(once)).toBe(once);
  });

  it('leaves the rest of an address readable', () => {
    const id = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';
    expect(new Redactor(SECRETS_ONLY).text(`https://docs.example.com/document/d/${id}/edit`)).toBe(
      'https://docs.example.com/document/d/[secret-1]/edit',
    );
  });
});

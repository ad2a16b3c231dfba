import { expect, it } from 'vitest';
import { AS_WRITTEN, Quotes } from './quotes.ts';
import { SECRETS_ONLY, WITH_PII } from './policy.ts';

const KEY = `sk-${'a1B2c3D4'.repeat(4)}`;
const OTHER = `sk-${'z9Y8x7W6'.repeat(4)}`;

it('numbers placeholders by the sources, whatever is quoted first', () => {
  const sources = [{ key: KEY }, { key: OTHER }];
  const forward = new Quotes(SECRETS_ONLY, () => sources);
  const backward = new Quotes(SECRETS_ONLY, () => sources);
  expect(forward.text(KEY)).toBe('[secret-1]');
  expect(backward.text(OTHER)).toBe('[secret-2]');
  expect(forward.text(OTHER)).toBe('[secret-2]');
  expect(backward.text(KEY)).toBe('[secret-1]');
});

it('does not number a secret that no source contains', () => {
  const quotes = new Quotes(SECRETS_ONLY, () => [{ key: KEY }]);
  expect(quotes.text(`${OTHER} and ${KEY}`)).toBe('[redacted] and [secret-1]');
});

it('does not use the number of a placeholder that a source has already', () => {
  const quotes = new Quotes(SECRETS_ONLY, () => [KEY, { old: '[secret-4]' }]);
  expect(quotes.text(KEY)).toBe('[secret-5]');
});

it('redacts the arguments of an expected call by their names', () => {
  const quotes = new Quotes(SECRETS_ONLY, () => ['{"password":"hunter2"}']);
  expect(quotes.call('login {"user":"ann","password":"hunter2"}')).toBe(
    'login {"user":"ann","password":"[secret-1]"}',
  );
  expect(quotes.call('mcp__github__createPullRequestReviewComment2')).toBe(
    'mcp__github__createPullRequestReviewComment2',
  );
  expect(quotes.call('get { "n": 1.0 }')).toBe('get { "n": 1.0 }');
});

it('finds a password again in a text that does not name it', () => {
  const quotes = new Quotes(SECRETS_ONLY, () => [{ password: 'correct horse' }]);
  expect(quotes.text('got "correct horse"')).toBe('got "[secret-1]"');
});

it('replaces a key of JSON that is quoted as text', () => {
  const text = `{"${KEY}":1}`;
  expect(new Quotes(SECRETS_ONLY, () => [text]).value(text)).toBe('{"[secret-1]":1}');
});

it('finds secrets by the names of members, and by names beside them', () => {
  const args = { list: [{ name: 'Authorization', value: 'x1' }], auth: { password: ['p'] } };
  expect(AS_WRITTEN.isSecretAt(args, ['list', 0, 'value'])).toBe(true);
  expect(AS_WRITTEN.isSecretAt(args, ['list', 0, 'name'])).toBe(false);
  expect(AS_WRITTEN.isSecretAt(args, ['auth', 'password', 0])).toBe(true);
  expect(AS_WRITTEN.isSecretAt(args, ['gone', 'too'])).toBe(false);
});

it('replaces personal data only where that is asked for', () => {
  const text = 'write to ann@example.org';
  expect(new Quotes(SECRETS_ONLY, () => [text]).text(text)).toBe(text);
  expect(new Quotes(WITH_PII, () => [text]).text(text)).toBe('write to [email-1]');
  expect(AS_WRITTEN.text(KEY)).toBe(KEY);
});

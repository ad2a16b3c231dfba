import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutCredentials } from './without-credentials.ts';

test.each([
  ['clickhouse://u:p@h:8123/d/t?since=1h', 'clickhouse://h:8123/d/t?since=1h'],
  ['postgres://h/d', 'postgres://h/d'],
  ['postgres://u:p/q@h/d', 'postgres://h/d'],
  ['postgres://u:p@q@h/d', 'postgres://h/d'],
  ['postgres://u:p?q@h/d', 'postgres://…'],
  ['postgres://u:p#q', 'postgres://…'],
  ['clickhouse://[::1]:8123/d/t', 'clickhouse://[::1]:8123/d/t'],
  ['clickhouse://h/d/t?password=p&run=a', 'clickhouse://h/d/t?password=…&run=a'],
  ['clickhouse://h/d/t?mapping=/home/me/m.yaml', 'clickhouse://h/d/t?mapping=m.yaml'],
  ['langsmith://my project?limit=1', 'langsmith://my project?limit=1'],
  ['traces/a.jsonl', 'traces/a.jsonl'],
])('%s is shown as %s', (address, shown) => {
  expect(withoutCredentials(address)).toBe(shown);
});

test('a password is never shown, whatever signs it has', () => {
  const password = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(password, (text) => {
      const secret = `s3${text}cret`;
      expect(withoutCredentials(`clickhouse://user:${secret}@host/d/t`)).not.toContain('cret');
    }),
  );
});

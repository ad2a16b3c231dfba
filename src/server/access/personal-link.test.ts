import { describe, expect, it } from 'vitest';
import { readLink, signLink } from './personal-link.ts';
import { visitorOf } from './sessions.ts';
import { ADMIN } from './visitor.ts';

const SECRET = Buffer.alloc(32, 7);
const ANN = { reviewer: 'ann', role: 'reviewer', sample: 'orders' } as const;

describe('a personal link', () => {
  it('lets its owner in', () => {
    expect(readLink(signLink(ANN, SECRET), SECRET)).toEqual(ANN);
  });

  it('is worthless after any change, and with another secret', () => {
    const token = signLink(ANN, SECRET);
    const claim = Buffer.from(JSON.stringify(['ann', 'admin', 'orders'])).toString('base64url');
    const forged = `${claim}.${token.split('.')[1] as string}`;
    for (const other of [forged, `${token}x`, token.slice(0, -1), `${token}.`, '', '.'])
      expect(readLink(other, SECRET), other).toBeNull();
    expect(readLink(token, Buffer.alloc(32, 8))).toBeNull();
  });
});

it('recognises the admin, owners of links and no other visitor', () => {
  const keys = { admin: 'a'.repeat(32), secret: SECRET };
  expect(visitorOf(keys.admin, keys)).toEqual(ADMIN);
  expect(visitorOf(signLink(ANN, SECRET), keys)).toEqual(ANN);
  for (const token of [null, '', 'a', 'a'.repeat(31), 'a'.repeat(2000)])
    expect(visitorOf(token, keys)).toBeNull();
});

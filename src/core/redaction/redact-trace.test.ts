import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import { SECRETS_ONLY, withKnown } from './policy.ts';
import { redactTrace } from './redact-trace.ts';
import { Redactor } from './redactor.ts';

const RANDOM = 'Zk3vQ9xT7bLm2Np8RsWd4Yc6Hj5Kf1Gq0Va';
const KEY = `sk-${RANDOM}`;

const trace = (name: string, value: Json): JsonObject => ({
  id: name,
  test: name,
  case: name,
  agent: name,
  run: 1,
  input: value,
  tool_calls: [
    { name, server: name, id: name, requester: name, raw_name: name, arguments: { value } },
    { name, arguments: `{"value": ${JSON.stringify(value)}` },
  ],
  tools: [
    {
      name,
      server: name,
      description: `uses ${JSON.stringify(value)}`,
      input_schema: { properties: { [name]: { default: value } } },
    },
  ],
  output: value,
  error: { message: `it said ${JSON.stringify(value)}`, code: 'READ_X', pointer: `/${name}` },
  metadata: { value },
  said: [{ role: 'tool', text: JSON.stringify({ value }), turn: 1, id: name, name }],
});

describe('redactTrace', () => {
  it('takes a secret out of every text and argument', () => {
    const clean = redactTrace(trace('tool', `use ${KEY} here`), new Redactor(SECRETS_ONLY));
    expect(JSON.stringify(clean)).not.toContain(RANDOM);
    expect(JSON.stringify(clean).match(/\[secret-1\]/g)).toHaveLength(9);
  });

  it('never touches names, however random they look', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{32,60}$/), (name) => {
        const plain = trace(name, 'a value');
        expect(redactTrace(plain, new Redactor(SECRETS_ONLY))).toEqual(plain);
      }),
    );
  });

  it('takes known secrets out of names, too', () => {
    const redactor = new Redactor(withKnown(SECRETS_ONLY, ['hunter2!']));
    const clean = redactTrace(trace('x.hunter2!', 'hunter2! it is'), redactor);
    expect(JSON.stringify(clean)).not.toContain('hunter2');
  });
});

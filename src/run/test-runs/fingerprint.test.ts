import { expect, it } from 'vitest';
import { parseJson, parseTrace, type Trace } from '#core';
import { fingerprint } from './fingerprint.ts';

function runWith(argumentsText: string): Trace {
  const parsed = parseJson(`{"tool_calls":[{"name":"get","arguments":${argumentsText}}]}`);
  const read = parseTrace(parsed.ok ? parsed.value : null);
  if (!read.ok) throw new Error('not a trace');
  return read.trace;
}

it.each([
  ['{"a":1,"b":{"c":2,"d":[{"e":3,"f":4}]}}', '{"b":{"d":[{"f":4,"e":3}],"c":2},"a":1}'],
  ['{"__proto__":{"x":1},"a":1}', '{"a":1,"__proto__":{"x":1}}'],
  ['{"":1,"a":2}', '{"a":2,"":1}'],
])('does not regard the order of keys: %s', (one, other) => {
  expect(fingerprint(runWith(one))).toBe(fingerprint(runWith(other)));
});

it.each([
  ['{"b":1,"a":{"x":1}}', '{"b":1,"a":{"x":2}}'],
  ['{"b":1,"__proto__":{"x":1}}', '{"b":1,"__proto__":{"x":2}}'],
  ['{"b":1,"__proto__":{"x":1}}', '{"b":1}'],
  ['{"b":12345678901234567890}', '{"b":{"":"12345678901234567890"}}'],
])('regards every value: %s and %s', (one, other) => {
  expect(fingerprint(runWith(one))).not.toBe(fingerprint(runWith(other)));
});

import { expect, it } from 'vitest';
import { parseTrace, SECRETS_ONLY, type Trace } from '#core';
import { cutRun } from './cut-cases.ts';
import { buildCase, hashCase } from './sampled-case.ts';

const native = {
  input: 'Set it to swordfish please.',
  tool_calls: [{ name: 'set', arguments: { password: 'swordfish' }, turn: 1 }],
  output: 'It is swordfish now.',
  said: [{ role: 'user', text: 'Set it to swordfish please.', turn: 0 }],
};

function caseOf(trace: object): ReturnType<typeof buildCase> {
  const parsed = parseTrace(trace) as { readonly trace: Trace };
  return buildCase(cutRun(parsed.trace), {}, 1, SECRETS_ONLY);
}

it('a value that its name makes a secret is replaced in texts, too', () => {
  const { case: sampled, redactions } = caseOf(native);
  expect(JSON.stringify(sampled)).not.toContain('swordfish');
  expect(sampled.trace.output).toBe('It is [secret-1] now.');
  // As many as are under that name: the figure of the manifest.
  expect(redactions).toBe(1);
});

it('the model of a run is kept, and does not change the identity of its cases', () => {
  const { case: sampled } = caseOf({ ...native, model: 'gpt-5' });
  expect(sampled.trace.model).toBe('gpt-5');
  expect(sampled.id).toBe(caseOf(native).case.id);
  expect(hashCase(sampled)).toBe(hashCase(caseOf(native).case));
});

import { expect, it } from 'vitest';
import type { Comparison } from '../comparison/comparison.ts';
import { SECRETS_ONLY } from './policy.ts';
import { redactComparison } from './redact-comparison.ts';

it('what was asked is free text: random-looking words in it are replaced', () => {
  const secret = 'Zk3vQ9xT7mB2wL5pR8cN4hJ6yD1sF0gA';
  const run = { where: `runs/${secret}.jsonl:1`, called: ['get_order'] };
  const evidence = { question: `my key is ${secret}`, before: run, after: run };
  const change = { id: 'a', change: 'worse', before: { k: 1, n: 1 }, after: { k: 0, n: 1 } };
  const parts = [{ changes: { total: 1, items: [{ ...change, evidence }] } }];
  const comparison = { parts } as unknown as Comparison;
  const [part] = redactComparison(comparison, SECRETS_ONLY).parts;
  expect(part?.changes.items[0]?.evidence).toEqual({
    ...evidence,
    question: 'my key is [secret-1]',
  });
});

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { UserError } from '#core';
import { chooseWeights } from './choose-weights.ts';

const DESK = join(import.meta.dirname, '../../../examples/support-desk/desk');
const [VERSION = ''] = readdirSync(join(DESK, 'versions'));
const ROWS = `versions/${VERSION}/dataset.jsonl`;

it('reweights committed versions of stratified samples, and nothing else by itself', () => {
  expect(chooseWeights(null, join(DESK, ROWS))).toEqual({ column: 'weight', isHeadline: true });
  expect(chooseWeights(null, join(DESK, 'dataset.jsonl')).isHeadline).toBe(false);
});

it('does what the suite says', () => {
  expect(chooseWeights('none', join(DESK, ROWS)).isHeadline).toBe(false);
  expect(chooseWeights('population', 'rows.jsonl')).toEqual({
    column: 'population',
    isHeadline: true,
  });
});

it.each([null, 'none', 'population'])('refuses a changed version with weights: %s', (weights) => {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-weights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(DESK, folder, { recursive: true });
  const original = join(folder, 'versions', VERSION, 'manifest.json');
  const manifest = readFileSync(original);
  rmSync(original);
  expect(() => chooseWeights(weights, join(folder, ROWS))).toThrow(UserError);
  writeFileSync(original, manifest);
  expect(chooseWeights(weights, join(folder, ROWS))).toBeDefined();
  writeFileSync(join(folder, ROWS), '{"id":"a","weight":1}\n');
  expect(() => chooseWeights(weights, join(folder, ROWS))).toThrow(UserError);
});

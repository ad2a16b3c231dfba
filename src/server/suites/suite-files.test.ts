import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listSuiteFiles } from './suite-files.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'suites-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const SIGNS = { pass: 1, fail: 0, error: 0, inconclusive: 0 };

/** Keeps a run that says that it was made with these suites. */
function keepRun(...files: readonly string[]): void {
  const folder = join(root, '.whichtool/runs/1');
  mkdirSync(folder, { recursive: true });
  const record = {
    schemaVersion: 1,
    name: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    verdict: 'pass',
    totals: {
      tests: SIGNS,
      evals: SIGNS,
      cases: SIGNS,
      runs: 1,
      errors: 0,
      calls: 1,
      gates: SIGNS,
    },
    suites: files.map((file) => ({ file, sha256: 'a'.repeat(64) })),
    revision: null,
    version: '0.1.0',
    report: { sha256: 'a'.repeat(64), bytes: 2 },
  };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(record));
  writeFileSync(join(folder, 'report.json'), '{}');
}

it('lists suites by their name, and those that kept runs were made with', async () => {
  writeFileSync(join(root, 'whichtool.yaml'), '');
  writeFileSync(join(root, 'airline.yaml'), '');
  keepRun('airline.yaml', 'whichtool.yaml');
  const files = await listSuiteFiles(root);
  expect([...files.keys()]).toEqual(['whichtool.yaml', 'airline.yaml']);
  expect(files.get('airline.yaml')).toBe(join(root, 'airline.yaml'));
});

it('believes no record that leads elsewhere', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  try {
    writeFileSync(join(outside, 'secret.yaml'), '');
    writeFileSync(join(root, 'notes.txt'), '');
    symlinkSync(join(outside, 'secret.yaml'), join(root, 'link.yaml'));
    keepRun('../secret.yaml', join(outside, 'secret.yaml'), 'link.yaml', 'notes.txt', 'gone.yaml');
    expect([...(await listSuiteFiles(root)).keys()]).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

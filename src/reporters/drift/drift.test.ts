import { documentPart } from '../fixtures/document-part.ts';
import type { DriftReport } from '#core';
import { describe, expect, it } from 'vitest';
import { driftOf } from '../fixtures/drift.ts';
import { PAYLOADS } from '../fixtures/payloads.ts';
import { DOCUMENT_REPORTER_NAMES, loadDriftReporter, type ReporterName } from '../index.ts';

async function render(
  name: ReporterName,
  value: DriftReport,
  options = { color: false, width: 100 },
): Promise<string> {
  const reporter = await loadDriftReporter(name);
  return [...reporter(value, options)].join('');
}

describe('drift on the terminal', () => {
  it('starts with the piles, and ends with the verdict', async () => {
    const lines = (await render('terminal', driftOf('t'))).trimEnd().split('\n');
    expect(lines.slice(0, 2).join('\n')).toBe(
      '80 runs before (t as native) · 70 runs after (t as native) · 5 tools · 1 drifted\n2 partial runs before left out · 1 run before not measured',
    );
    expect(lines.at(-1)).toBe('✗ FAIL  1 gate did not hold');
  });

  it('shows what drifted with its interval, and where to look', async () => {
    const text = await render('terminal', driftOf('t'));
    expect(text).toContain('Tools that drifted (1)\n');
    expect(text).toMatch(/│ t +60\.0 % +80\.0 % +\+20\.0 {2}\+5\.2 to \+33\.4 +0\.0250/);
    expect(text).toContain('first after at t\n');
    expect(text).toContain('Tools that may have drifted (1)\n');
    expect(text).toContain('new, called though not offered, first after at t\n');
    expect(text).toContain('gone, no longer offered, first before at t\n');
    expect(text).toContain('Other tools (1)\n');
  });

  it('shows rates of the runs that record them, and means with their factor', async () => {
    const text = await render('terminal', driftOf('t'));
    expect(text).toContain('recorded by 80 of 83 runs before and 70 of 70 after');
    expect(text).not.toContain('with a tool that was not offered');
    expect(text).toMatch(/│ cost +0\.0031 +0\.0041 +\+0\.001 +\+0\.0002 to \+0\.0018 +1\.32/);
    expect(text).toContain('drift.time.factor: 80 of 80 runs before do not record how long');
  });

  it('says where runs are too few to see anything', async () => {
    const rules = { level: 0.05, minChange: 0, tests: 5, canDiffer: false };
    expect(await render('terminal', driftOf('t', { rules }))).toContain(
      '! too few runs: with 80 and 70 no change among 5 tools could be significant',
    );
  });

  it('does not say that nothing drifted where nothing was compared', async () => {
    const { before } = driftOf('t');
    const empty = { ...before, runs: { measured: 0, errors: 3, partial: 0 } };
    const tools = { total: 0, items: [] };
    const text = await render('terminal', driftOf('t', { after: empty, tools }));
    expect(text).toContain('nothing to compare');
    expect(text).not.toContain('no tool drifted');
  });
});

describe('drift with hostile text in it', () => {
  it.each(PAYLOADS.map((payload) => [JSON.stringify(payload), payload] as const))(
    'is harmless in every reporter: %s',
    async (_, payload) => {
      for (const name of DOCUMENT_REPORTER_NAMES) {
        const text = await render(name, driftOf(payload));
        // oxlint-disable-next-line no-control-regex
        if (name !== 'json') expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        for (const line of text.split('\n'))
          expect(line.trimStart()).not.toMatch(/^(?:::|##\[|##vso)/);
        if (name === 'html')
          expect(documentPart(text)).not.toMatch(/<(?:script|img|svg|iframe|a )/i);
      }
    },
  );
});

describe('drift as a page or a comment', () => {
  it('is markdown with a table per part', async () => {
    const text = await render('markdown', driftOf('t'));
    expect(text).toContain('| tool | runs before | after | points | 95 % interval |');
    expect(text).toContain('| `t` | 60.0 % | 80.0 % | +20.0 |');
  });

  it('is one html file that fetches nothing and runs its own script alone', async () => {
    const text = await render('html', driftOf('t'));
    expect(text).toMatch(/^<!doctype html>/);
    expect(documentPart(text)).not.toContain('<script');
    expect(text).toContain("default-src 'none'");
    expect(text).toContain('<td class="number" data-column="points">+20.0</td>');
  });
});

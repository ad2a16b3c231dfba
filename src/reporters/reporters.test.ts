import { expect, test } from 'vitest';
import { hostileReport, largeReport, PAYLOADS, sampleReport } from './fixtures/reports.ts';
import { loadReporter, REPORTER_NAMES, stepSummary } from './index.ts';
import type { Reporter } from './reporter.ts';

/** A runner takes off blanks before it looks; a heading of our own Markdown is not a command. */
const COMMAND = /^\s*(?:::|##(?!#? [^[]))/u;

const OPTIONS = { color: false, width: 80 };
const TERMINALS = [40, 80, 160].flatMap((width) =>
  [false, true].map((color) => ({ color, width })),
);

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) freeze(each);
  }
  return value;
}

async function allReporters(): Promise<[string, Reporter][]> {
  const named = await Promise.all(
    REPORTER_NAMES.map(async (name): Promise<[string, Reporter]> => [
      name,
      await loadReporter(name),
    ]),
  );
  return [...named, ['step summary', stepSummary]];
}

const reporters = await allReporters();
/** What people read on a terminal or in a log. A page has its own tests. */
const readable = reporters.filter(([name]) => !['html', 'json', 'jsonl'].includes(name));
const commandFree = reporters.filter(([name]) => !['html', 'github'].includes(name));

test('every reporter has a name', () => {
  expect(REPORTER_NAMES).toEqual([
    'terminal',
    'json',
    'jsonl',
    'junit',
    'github',
    'markdown',
    'html',
    'csv',
    'otlp',
    'openinference',
  ]);
});

test.each(reporters)(
  '%s writes the same bytes twice and leaves the report alone',
  (_, reporter) => {
    const report = freeze(sampleReport());
    const first = [...reporter(report, OPTIONS)].join('');
    expect(first).not.toBe('');
    expect([...reporter(report, OPTIONS)].join('')).toBe(first);
  },
);

test.each(reporters)('%s renders a report of nothing', (_, reporter) => {
  expect([...reporter(largeReport(0), OPTIONS)].join('')).not.toBe('');
});

test.each(reporters)('%s streams a large report', (_, reporter) => {
  let length = 0;
  for (const chunk of reporter(largeReport(2000), OPTIONS)) length += chunk.length;
  expect(length).toBeGreaterThan(0);
});

test.each(readable)('%s lets no hidden or controlling character through', (_, reporter) => {
  for (const payload of PAYLOADS) {
    const text = [...reporter(hostileReport(payload), OPTIONS)].join('');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(text).not.toMatch(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/);
    expect(text).not.toMatch(/[\u{e0000}-\u{e0fff}]/u);
    expect(text.isWellFormed()).toBe(true);
  }
});

test.each(commandFree)('%s begins no line like a command of a CI system', (name, reporter) => {
  for (const payload of PAYLOADS) {
    const report = hostileReport(payload);
    for (const options of name === 'terminal' ? TERMINALS : [OPTIONS]) {
      const text = [...reporter(report, options)].join('');
      const plain = text.replaceAll(/\u001b\[\d+m/g, '');
      const suspicious = plain.split(/[\r\n]/).filter((line) => COMMAND.test(line));
      expect(suspicious).toEqual([]);
    }
  }
});

test.each(commandFree.filter(([name]) => name !== 'terminal'))(
  '%s is the same for every terminal',
  (_, reporter) => {
    const report = hostileReport('\n::error::injected');
    const text = [...reporter(report, OPTIONS)].join('');
    for (const options of TERMINALS) expect([...reporter(report, options)].join('')).toBe(text);
  },
);

test('colour on a terminal is the only control there is', async () => {
  const terminal = await loadReporter('terminal');
  for (const payload of PAYLOADS) {
    const text = [...terminal(hostileReport(payload), { color: true, width: 80 })].join('');
    expect(text.replaceAll(/\u001b\[(?:1|2|22|31|32|33|36|39)m/g, '')).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/,
    );
  }
});

test.each([
  ['terminal', ['! 1,236 warnings', 'and 1,234 more']],
  ['markdown', ['1,236 warnings', 'and 1,234 more']],
] as const)('warnings that are not listed are counted: %s', async (name, words) => {
  const report = { ...sampleReport(), moreIssues: 1234 };
  const text = [...(await loadReporter(name))(report, OPTIONS)].join('');
  for (const word of words) expect(text).toContain(word);
});

import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it } from 'vitest';
import { CLI, jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const QUESTIONS = [
  'where is my order',
  'cancel it please',
  'has it been paid',
  'thank you',
  'send me the invoice',
  'change my address',
  'talk to a person',
  'is it in stock',
];
const TOOLS = [{ name: 'status' }, { name: 'cancel' }];
const SECRET = ['sk', 'Zk3vQ9xT7bLm2Np8RsWd4Yc6'].join('-');
const TRACES = QUESTIONS.map((input, i) => ({
  id: `t${i}`,
  input: i === 0 ? `${input}, my key is ${SECRET}` : input,
  tools: TOOLS,
  tool_calls: i % 2 === 0 ? [{ name: 'status', arguments: { password: SECRET }, turn: 1 }] : [],
}));

async function run(...args: string[]): Promise<Ran> {
  return await whichtool(args, { cwd: folder.path });
}

const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
const lines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const SIX = ['--size', '6', '--answers', 'all'];

async function sample(): Promise<void> {
  folder = workspace({ 't.jsonl': jsonl(...TRACES) });
  expect((await run('sample', 't.jsonl', '--out', 's', ...SIX)).code).toBe(0);
}

/** Labels all cases of a reviewer. */
async function label(reviewer: string, tool: (i: number) => string): Promise<Ran> {
  const { stdout } = await run('label', 'export', 's', '--reviewer', reviewer, '--to', 'jsonl');
  const filled = lines(stdout).map((row, i) => ({
    id: row.id,
    case_hash: row.case_hash,
    expected_tool: tool(i),
  }));
  folder.write(`${reviewer}.jsonl`, jsonl(...filled));
  return await run('label', 'import', 's', `${reviewer}.jsonl`, '--reviewer', reviewer);
}

describe('sample', () => {
  it('draws the same bytes from shuffled files, and no secret', async () => {
    await sample();
    folder.write('a/1.jsonl', jsonl(...TRACES.slice(4).reverse()));
    folder.write('a/2.jsonl', jsonl(...TRACES.slice(0, 4)));
    const again = await run('sample', 'a', '--out', 's2', ...SIX, '--json');
    expect(read('s2/sample.jsonl')).toBe(read('s/sample.jsonl'));
    expect(again.stdout).toBe(read('s/manifest.json'));
    expect(read('s/sample.jsonl')).not.toContain(SECRET.slice(4));
    expect(lines(read('s/sample.jsonl'))).toHaveLength(6);
  });

  it('keeps a sample that is there, and refuses what it cannot use', async () => {
    await sample();
    const codes = async (...args: string[]): Promise<string | undefined> =>
      /\[([A-Z_]+)\]/.exec((await run('sample', 't.jsonl', ...args)).stderr)?.[1];
    expect(await codes('--out', 's')).toBe('SAMPLE_EXISTS');
    expect(await codes('--out', 'x', '--by', 'colour')).toBe('FLAG_BY');
    expect(await codes('--out', 'x', '--size', '0')).toBe('FLAG_SAMPLE');
    expect(await codes('--out', 'x', '--unit', 'word')).toBe('FLAG_SAMPLE');
    expect(existsSync(join(folder.path, 'x'))).toBe(false);
  });

  it('writes the sample and exits 3 when a record cannot be read', async () => {
    folder = workspace({ 't.jsonl': `${jsonl(...TRACES)}not json\n` });
    const { code, stdout } = await run('sample', 't.jsonl', '--out', 's');
    expect(stdout).toContain('not read: 1 records');
    expect(code).toBe(3);
  });
});

describe('conversations without a list of tools', () => {
  const CHAT = {
    messages: [
      { role: 'system', content: 'Orders only.' },
      { role: 'user', content: 'where is my order' },
      { role: 'assistant', content: 'On its way' },
      { role: 'user', content: 'thanks!' },
      { role: 'assistant', content: 'welcome' },
    ],
  };

  it('are drawn whole, and reviewers see the context and the tools of the catalog', async () => {
    folder = workspace({ 't.jsonl': jsonl(CHAT), 'tools.json': JSON.stringify(TOOLS) });
    const drawn = await run('sample', 't.jsonl', '--out', 's', '--unit', 'conversation');
    expect(drawn.stdout).toContain('1 of 1 conversations with 2 decisions, in s');
    const sheet = async (...flags: string[]): Promise<string> =>
      (await run('label', 'export', 's', '--reviewer', 'ann', ...flags)).stdout;
    const [head, ...rows] = (await sheet('--catalog', 'tools.json')).trimEnd().split('\n');
    expect(head).toContain('tools_offered,context,');
    expect(rows.join('\n')).toContain('cancel status,system: Orders only.,');
    expect(await sheet()).not.toContain('cancel');

    const rowsOf = lines(await sheet('--to', 'jsonl'));
    const fill = async (reviewer: string, tool: string): Promise<Ran> => {
      folder.write('l.jsonl', jsonl(...rowsOf.map(({ id }) => ({ id, expected_tool: tool }))));
      const flags = ['--reviewer', reviewer, '--catalog', 'tools.json'];
      return await run('label', 'import', 's', 'l.jsonl', ...flags);
    };
    expect((await fill('ann', 'statis')).stderr).toContain('did you mean "status"?');
    await fill('ben', 'status');
    const third = await whichtool(
      ['label', 'adjudicate', 's', '--reviewer', 'cleo', '--catalog', 'tools.json'],
      { cwd: folder.path, input: 'cancel\nnone\n' },
    );
    expect(third.stdout).toContain('\ncontext:\nsystem: Orders only.\n');
    expect(third.stdout).toContain('2 of 2 decided');
  });

  it('are refused with a catalog that is none', async () => {
    folder = workspace({ 't.jsonl': jsonl(CHAT), 'tools.json': '7' });
    const drawn = await run('sample', 't.jsonl', '--out', 's', '--catalog', 'tools.json');
    expect([drawn.code, drawn.stderr.includes('[SUITE_CATALOG]')]).toEqual([2, true]);
    const missing = await run('sample', 't.jsonl', '--out', 's', '--catalog', 'no.json');
    expect(missing.code).toBe(2);
  });
});

describe('label and dataset', () => {
  it('goes from a sample through two reviewers and a decision to a version that an eval measures', async () => {
    await sample();
    const assigned = await run('label', 'assign', 's', '--reviewers', 'ann,ben');
    expect(assigned.stdout).toContain('ann: 6 cases\nben: 6 cases');
    expect((await label('ann', () => 'status')).stdout).toContain('6 labels added');
    expect((await label('ben', (i) => (i === 0 ? 'none' : 'status'))).code).toBe(0);

    const status = await run('label', 'status', 's');
    expect(status.stdout).toContain('6 cases · 5 agreed · 0 adjudicated · 1 disputed');
    expect(status.stdout).toMatch(/same tool +0\.833/);
    const early = await run('dataset', 'commit', 's');
    expect([early.code, early.stderr.includes('DATASET_OPEN_CASES')]).toEqual([2, true]);

    const own = await whichtool(['label', 'adjudicate', 's', '--reviewer', 'ben'], {
      cwd: folder.path,
      input: '1\n',
    });
    expect(own.stdout).toContain('0 of 0 decided');
    const third = await whichtool(['label', 'adjudicate', 's', '--reviewer', 'cleo'], {
      cwd: folder.path,
      input: 'statos\n2\n',
    });
    expect(third.stdout).toContain('1 of 1 decided');

    const committed = await run('dataset', 'commit', 's');
    const version = committed.stdout.slice(0, 16);
    expect(committed.stdout).toContain('6 rows (5 agreed, 1 adjudicated), 0 cases open');
    expect((await run('dataset', 'commit', 's')).stdout).toBe(committed.stdout);
    expect(
      (await run('dataset', 'export', 's', version.slice(0, 4), '--out', 'd.jsonl')).code,
    ).toBe(0);
    folder.write('e.yaml', 'dataset: d.jsonl\nscorers: [{ type: tool_name_match }]\n');
    const measured = await run('run', 'e.yaml', '--json', '--no-history');
    const report = JSON.parse(measured.stdout) as {
      evals: [{ scores: [{ metrics: Record<string, number> }] }];
    };
    const called = lines(read('d.jsonl')).filter(
      (row) => (row.trace as { tool_calls: unknown[] }).tool_calls.length > 0,
    );
    expect(report.evals[0].scores[0].metrics.tool_name_match).toBeCloseTo(called.length / 6, 4);
  });

  it('shows what changed between versions, and that one was tampered with', async () => {
    await sample();
    await label('ann', () => 'status');
    const first = (await run('dataset', 'commit', 's')).stdout.slice(0, 16);
    const [row] = lines(read('ann.jsonl'));
    folder.write('r.jsonl', jsonl({ ...row, expected_tool: 'none' }));
    expect((await run('label', 'import', 's', 'r.jsonl', '--reviewer', 'ann')).code).toBe(2);
    expect(
      (await run('label', 'import', 's', 'r.jsonl', '--reviewer', 'ann', '--revise')).code,
    ).toBe(0);
    const second = (await run('dataset', 'commit', 's')).stdout.slice(0, 16);
    const diff = await run('dataset', 'diff', 's', first, second);
    expect(diff.stdout).toBe(
      `0 added, 0 removed, 1 relabelled\n~ ${String(row!.id)}  {"expected_tool":"status"} -> {"expected_tool":"none"}\n`,
    );
    appendFileSync(join(folder.path, 's/versions', first, 'dataset.jsonl'), '{}\n');
    const listed = await run('dataset', 'list', 's');
    expect([listed.code, listed.stderr.includes('DATASET_CORRUPT')]).toEqual([3, true]);
    expect(listed.stdout).toContain(second);
    expect((await run('dataset', 'show', 's', first)).code).toBe(2);
  });

  it('keeps reviewers blind to each other', async () => {
    await sample();
    await run('label', 'assign', 's', '--reviewers', 'ann,ben');
    await label('ann', () => 'cancel');
    for (const to of ['csv', 'jsonl', 'html']) {
      const sheet = await run('label', 'export', 's', '--reviewer', 'ben', '--to', to);
      expect(sheet.stdout).not.toMatch(/"expected_tool":"cancel"|,cancel,/);
    }
    const status = await run('label', 'status', 's', '--json');
    expect(status.stdout).not.toContain('cancel');
    const disputed = await run(
      'label',
      'export',
      's',
      '--reviewer',
      'ben',
      '--disputed',
      '--to',
      'jsonl',
    );
    expect(disputed.stdout).toBe('');
  });

  it('takes a filled-in csv, also by another program, and refuses one with a bad row whole', async () => {
    await sample();
    const sheet = await run('label', 'export', 's', '--reviewer', 'ann');
    const [header = '', ...rows] = sheet.stdout.trimEnd().split('\n');
    const fill = (row: string, tool: string): string => row.replace(/,,,,$/, `,${tool},,,because`);
    folder.write('a.csv', [header, ...rows.map((row) => fill(row, 'status'))].join('\r\n'));
    expect((await run('label', 'import', 's', 'a.csv', '--reviewer', 'ann')).stdout).toContain(
      '6 labels added',
    );
    folder.write('b.csv', [header, fill(rows[0]!, 'cancel'), fill(rows[1]!, '[]')].join('\n'));
    const refused = await run('label', 'import', 's', 'b.csv', '--reviewer', 'ben');
    expect([refused.code, refused.stderr.includes('LABEL_INVALID')]).toEqual([2, true]);
    expect(existsSync(join(folder.path, 's/labels/ben.jsonl'))).toBe(false);
  });

  it('takes a csv that a spreadsheet has changed: other signs, other ends of lines, an id as a number', async () => {
    await sample();
    const sheet = await run('label', 'export', 's', '--reviewer', 'ann');
    expect(sheet.stdout).not.toContain('\\n');
    const rows = parse<Record<string, string>>(sheet.stdout, { columns: true, bom: true });
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const changed = rows.map((row, i) => ({
      ...row,
      ...(i === 0 ? { id: '5.6E+17' } : {}),
      expected_tool: 'status',
      rationale: 'two\nlines; "quoted"',
    }));
    const table = [Object.keys(rows[0]!), ...changed.map((row) => Object.values(row))];
    const text = table.map((cells) => cells.map(cell).join(';')).join('\r\n');
    folder.write('excel.csv', `\ufeff${text}\r\n`);
    const added = await run('label', 'import', 's', 'excel.csv', '--reviewer', 'ann');
    expect([added.stderr, added.stdout]).toEqual([
      expect.stringMatching(/^Next: /),
      '6 labels added, 0 known already, 0 rows not filled in\n',
    ]);
    expect(lines(read('s/labels/ann.jsonl'))[0]).toMatchObject({
      case: rows[0]!.id,
      rationale: 'two\nlines; "quoted"',
    });
  });

  it('survives a torn line, several imports at once and a full disk', async () => {
    await sample();
    await label('ann', () => 'status');
    const file = 's/labels/ann.jsonl';
    const whole = read(file);
    writeFileSync(join(folder.path, file), whole.slice(0, -30));
    const torn = await run('label', 'status', 's');
    expect(torn.stderr).toContain('LABEL_LINE');
    expect(torn.stdout).toContain('ann  5');
    const all = await Promise.all(
      Array.from({ length: 4 }, () =>
        run('label', 'import', 's', 'ann.jsonl', '--reviewer', 'ann'),
      ),
    );
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const healed = await run('label', 'status', 's');
    expect(healed.stderr).not.toContain('LABEL_LINE');
    expect(healed.stdout).toContain('ann  6');

    const before = read(file);
    folder.write(
      'big.jsonl',
      jsonl(
        ...lines(read('ann.jsonl')).map((row) => ({
          ...row,
          expected_tool: 'cancel',
          rationale: 'x'.repeat(2000),
        })),
      ),
    );
    // A limit on the size of files is a full disk that needs no disk.
    const script = `trap '' XFSZ; ulimit -f 8; "${process.execPath}" "${CLI}" label import s big.jsonl --reviewer ann --revise`;
    const full = await promisify(execFile)('bash', ['-c', script], { cwd: folder.path }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(full).toMatchObject({ code: 3 });
    expect(read(file)).toBe(before);
  });
});

import { describe, expect, test } from 'vitest';
import type { Report, RunEvidence } from '#core';
import { makeVisible } from '../src/reporters/escape/visible.ts';
import { judgedReport } from '../src/reporters/fixtures/judged-report.ts';
import { ordersReport, sampleReport } from '../src/reporters/fixtures/reports.ts';
import { openPages, pageOf } from './support/report-page.ts';

const { openReport, openText } = openPages();

/** The report of one eval with this evidence of its first failing case. */
function withEvidence(change: Partial<RunEvidence>): Report {
  const report = ordersReport();
  const [measured] = report.evals;
  if (measured === undefined) throw new Error('the report has an eval');
  const first = measured.cases.findIndex(({ verdict }) => verdict === 'fail');
  const cases = measured.cases.map((each, place) =>
    place === first ? { ...each, evidence: { ...each.evidence!, ...change } } : each,
  );
  return { ...report, evals: [{ ...measured, cases }] };
}

/** Texts with single blanks. */
function squash(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

describe('the report of one eval', () => {
  test('opens on the verdict, why, and the first case that fails', async () => {
    const { page, mischief } = await openReport(ordersReport());
    const [line] = squash(await page.locator('.verdict-line').allInnerTexts());
    expect(line).toBe(
      '✗ Failed orders 2 of 4 gates fail. 38 of 300 cases fail, most often get_order_history in place of get_order_status. orders.yaml:1',
    );
    expect(squash(await page.locator('.gate').allInnerTexts())).toEqual([
      '✗ Failed tool_name_match 87.33 % 95 % interval 83.09-90.64 % needs >= 95 %',
      '✗ Failed per_tool.recall of get_shipping_eta 68.75 % 95 % interval 51.4-82 % needs >= 95 %',
      '✓ Passed tool_args_shape_match 98.1 % 95 % interval 95.7-99.3 % needs >= 97 %',
      '✓ Passed calls.mean 0.9 needs <= 1.5',
    ]);
    const fixes = squash(await page.locator('.fix li').allInnerTexts());
    expect(fixes[0]).toContain('18 of 164 cases for get_order_status got get_order_history');
    expect(fixes[0]).toContain('only for past orders');
    const trace = squash(await page.locator('.opened').allInnerTexts())[0] ?? '';
    expect(trace).toContain('is order 9182 still open');
    expect(trace).toContain('get_order_history not expected');
    expect(trace).toContain('get_order_status expected, not called');
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('a case is its question, what was expected and called, and where it is', async () => {
    const { page } = await openReport(ordersReport());
    const [first] = squash(await page.locator('.case').allInnerTexts());
    expect(first).toBe(
      '✗ Failed “is order 9182 still open” get_order_status → get_order_history traces/prod.jsonl:64',
    );
    await page.context().close();
  });

  test('the matrix has names on both axes, counts or shares, and recall at the end of a row', async () => {
    const { page } = await openReport(ordersReport());
    const rows = page.locator('.matrix tbody tr');
    expect(squash(await rows.allInnerTexts())).toEqual([
      'get_order_history 47 100 % of 47',
      'get_order_status 18 142 3 1 86.59 % of 164',
      'get_shipping_eta 1 9 22 68.75 % of 32',
      '(none) 2 4 51 89.47 % of 57',
    ]);
    expect(squash(await page.locator('.matrix thead th').allTextContents()).slice(1)).toEqual([
      'get_order_history',
      'get_order_status',
      'get_shipping_eta',
      '(none)',
      'recall',
    ]);
    await page.getByRole('button', { name: 'Row %' }).click();
    expect(squash(await rows.allInnerTexts())[1]).toBe('get_order_status 11 87 2 1 86.59 % of 164');
    await page.getByRole('button', { name: 'By confusion' }).click();
    await expect
      .poll(() => page.locator('.matrix th[scope=row]').allInnerTexts())
      .toEqual(['get_order_status', 'get_shipping_eta', '(none)', 'get_order_history']);
    await page.context().close();
  });

  test('a cell lists its cases, and the address lists them again', async () => {
    const { page } = await openReport(ordersReport());
    await page.getByRole('link', { name: '9', exact: true }).click();
    const status = page.locator('.cases-search [role=status]');
    await status.getByText('9 of 300').waitFor();
    expect(new URL(page.url()).hash).toBe(
      '#eval=orders&expected=get_shipping_eta&called=get_order_status',
    );
    await page.reload();
    await status.getByText('9 of 300').waitFor();
    const whole = squash(await page.locator('.case-calls').allInnerTexts());
    expect(new Set(whole)).toEqual(new Set(['get_shipping_eta → get_order_status']));
    await expect.poll(() => page.locator('.cell[aria-current]').innerText()).toBe('9');
    await page.goBack();
    await status.getByText('38 of 300').waitFor();
    await page.context().close();
  });

  test('a cell with more cases than the report names lists what its evidence says', async () => {
    const report = ordersReport();
    const [measured] = report.evals;
    const cells = measured?.confusion?.cells.map((cell) => ({
      ...cell,
      cases: cell.cases.slice(0, 2),
    }));
    const confusion = { ...measured!.confusion!, cells: cells ?? [] };
    const { page } = await openReport({ ...report, evals: [{ ...measured!, confusion }] });
    await page.getByRole('link', { name: '18', exact: true }).click();
    await page.locator('.cases-search').getByText('18 of 300').waitFor();
    await page.context().close();
  });

  test('chips, a tool and a search narrow the list, and the address keeps them', async () => {
    const { page } = await openReport(ordersReport());
    const status = page.locator('.cases-search [role=status]');
    const chips = page.locator('.cases-panel .chips');
    expect(squash(await chips.locator('.chip').allInnerTexts())).toEqual([
      'Failed 38',
      'Passed 262',
      'All 300',
      'wrong tool 38',
      'over tooling 18',
      'under tooling 9',
      'unneeded tool 6',
      'missed tool 1',
      'hallucinated tool not measured',
    ]);
    await chips.getByText('Passed').click();
    await status.getByText('262 of 300').waitFor();
    await page.getByLabel('Search').fill('BLUE lamp');
    const found = await page.locator('.case-question').allInnerTexts();
    expect(found.every((text) => text.includes('blue lamp'))).toBe(true);
    expect(new URL(page.url()).hash).toBe('#eval=orders&show=pass&q=BLUE+lamp');
    await page.goto(`${page.url().split('#')[0]}#eval=orders&tool=get_shipping_eta&show=all`);
    // 32 expect it, 3 others got it.
    await status.getByText('35 of 300').waitFor();
    await page.context().close();
  });

  test('a passing run shows its worst cases all the same', async () => {
    const gates = ordersReport().evals[0]?.gates.filter(({ pass }) => pass) ?? [];
    const { page } = await openReport(ordersReport({ verdict: 'pass', gates }));
    const [line] = squash(await page.locator('.verdict-line').allInnerTexts());
    expect(line).toMatch(/^✓ Passed orders All 2 gates hold. 38 of 300 cases fail/);
    await expect
      .poll(() => page.locator('.case').first().innerText())
      .toContain('get_order_history');
    await page.context().close();
  });

  test('tools, usage and every metric are a click away', async () => {
    const { page } = await openReport(ordersReport());
    const tabs = page.locator('.figures-panel .segments').first();
    await tabs.getByText('Tools').click();
    expect(squash(await page.locator('.tools tbody tr').allInnerTexts())[0]).toBe(
      'get_order_status 164 155 142 86.59 % 91.61 % 89.03 % 1',
    );
    await tabs.getByText('Usage').click();
    await expect.poll(() => page.locator('.histogram').count()).toBe(3);
    await tabs.getByText('Metrics').click();
    const metrics = page.getByRole('table', { name: 'Metrics' });
    expect(squash(await metrics.locator('tbody tr').allInnerTexts())).toEqual([
      'tool_name_match 87.33 % 83.09-90.64 % ✗ >= 95 %',
    ]);
    await page.context().close();
  });
});

describe('an opened case', () => {
  test('is beside the list, with the conversation, the label and what it cost', async () => {
    const { page } = await openReport(ordersReport(), '#eval=orders&case=ticket-1060');
    await expect.poll(() => page.locator('.case[aria-current]').isVisible()).toBe(true);
    const [text = ''] = squash(await page.locator('.opened').allInnerTexts());
    for (const part of [
      'ticket-1060',
      'traces/prod.jsonl:77',
      'gpt-5-mini-2026-08-07 · 1,900 tokens · cost 0.0021 · 1.8 s · openai-chat',
      'System You help customers of a furniture shop.',
      "User where's my package?",
      'Agent get_order_history not expected {"user_id":"U-881","limit":10} Result, a list of 2',
      'Label get_order_status expected, not called {"order_id":"ORD-9182"}',
      'Your package left the warehouse this morning',
      'One open order: a lookup is enough. ann and ben agreed.',
      '3 tools offered',
    ])
      expect(text).toContain(part);
    await page.getByText('3 tools offered').click();
    await expect.poll(() => page.locator('.offered').innerText()).toContain('by its number');
    await page.context().close();
  });

  test('shows arguments as a difference against the label', async () => {
    const report = withEvidence({
      calls: [
        {
          tool: 'get_order_status',
          arguments: { order_id: 'ORD-1', filter: '{"state":"open"}', verbose: true },
          verdict: 'mismatch',
          turn: 1,
        },
      ],
      expected: {
        calls: [
          {
            tool: 'get_order_status',
            arguments: { order_id: 'ORD-9182', filter: { state: 'sent' }, lang: 'de' },
          },
        ],
      },
    });
    const { page } = await openReport(report);
    expect(squash(await page.locator('.opened .diff-line').allInnerTexts())).toEqual([
      '− order_id: "ORD-1" called',
      '+ order_id: "ORD-9182" expected',
      'filter:',
      '− state: "open" called',
      '+ state: "sent" expected',
      '− verbose: true not in the label',
      '+ lang: "de" missing',
    ]);
    await page.context().close();
  });

  test('groups parallel calls, and shows broken arguments as text', async () => {
    const report = withEvidence({
      calls: [
        { tool: 'a', arguments: '{"order": "ORD', verdict: 'unparsed_args', turn: 1 },
        {
          tool: 'b',
          arguments: { body: '{"list":[1,2,3],"note":"a long text to unfold, longer"}' },
          turn: 1,
        },
        { tool: 'c', turn: 2 },
      ],
    });
    const { page, mischief } = await openReport(report);
    const [group = ''] = squash(await page.locator('.call-group').allInnerTexts());
    expect(group).toContain('2 calls at once');
    expect(group).toContain('a arguments are not JSON not a JSON object: {"order": "ORD');
    expect(group).toContain('JSON in a string');
    await expect.poll(() => page.locator('.call-group code', { hasText: /^c$/ }).count()).toBe(0);
    await expect.poll(() => page.locator('.call code', { hasText: /^c$/ }).count()).toBe(1);
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('puts what was said where it was said', async () => {
    const report = withEvidence({
      question: 'and the lamp?',
      asked: 1,
      said: [
        { role: 'user', text: 'hello', turn: 0 },
        { role: 'assistant', text: 'let me look', turn: 1 },
        { role: 'assistant', text: 'and again', turn: 2 },
      ],
      calls: [
        { tool: 'first', turn: 1 },
        { tool: 'second', turn: 2 },
      ],
      expected: { calls: [] },
      answer: 'bye',
    });
    const { page } = await openReport(report);
    expect(squash(await page.locator('.conversation > li').allInnerTexts())).toEqual([
      'User hello',
      'Agent let me look',
      'first',
      'User and the lamp?',
      'Agent and again',
      'second',
      'Agent bye',
    ]);
    await page.context().close();
  });

  test('copies where it is, and itself as Markdown', async () => {
    const { page } = await openReport(ordersReport());
    const [where, whole] = [page.getByTitle('Copy where'), page.getByTitle('Copy this run')];
    await where.click();
    await where.getByText('Copied').waitFor();
    await where.getByText('traces/prod.jsonl:64').waitFor();
    await whole.click();
    await whole.getByText('Copied').waitFor();
    await page.getByLabel('Search').click();
    await page.keyboard.press('Control+v');
    const pasted = await page.getByLabel('Search').inputValue();
    expect(pasted).toContain('# ticket-1047');
    expect(pasted).toContain('`get_order_history` (not expected)');
    await page.context().close();
  });

  test('without texts says so, and where it is', async () => {
    const report = ordersReport();
    const evals = report.evals.map((each) => ({
      ...each,
      cases: each.cases.map(({ evidence, ...rest }) => ({
        ...rest,
        evidence: { where: evidence?.where ?? '' },
      })),
    }));
    const { page } = await openReport({ ...report, evals });
    const [row] = squash(await page.locator('.case').allInnerTexts());
    expect(row).toBe(
      '✗ Failed ticket-1047 get_order_status → get_order_history traces/prod.jsonl:64',
    );
    const text = await page.locator('.opened').innerText();
    expect(text).toContain('the first 100 of each verdict have them');
    expect(text).toContain('traces/prod.jsonl:64');
    await page.context().close();
  });
});

describe('a report of many tests', () => {
  test('lists verdict, gate and how many runs or cases fail, the worst first', async () => {
    const { page, mischief } = await openReport(sampleReport());
    const [line] = squash(await page.locator('.verdict-line').allInnerTexts());
    expect(line).toBe(
      '✗ Failed 5 tests: 2 failed, 1 not measured, 1 inconclusive, 1 passed · 1 eval failed. 13 runs, 6 cases.',
    );
    expect(squash(await page.locator('.item').allInnerTexts())).toEqual([
      '✗ Failed orders missed shipping.eta, orders.find · unexpected orders.history, orders.search 60 % required.all_required_calls_made needs >= 95 % · 1 of 2 gates open 2 of 5 cases fail · 1 not measured',
      '✗ Failed research-agent picks search then fetch missed fetch · unexpected shell.exec 75 % tool_selection.f1 needs >= 80 % 1 of 2 runs fails',
      expect.stringContaining('refunds the right order'),
      '! Not measured books a table in 東京 🍣 100 % tool_selection.f1 needs >= 80 % 1 run · 2 not measured',
      '? Inconclusive reads the calendar before it writes 100 % trajectory.match needs >= 95 % 1 run',
      '✓ Passed answers small talk without a tool 100 % no_tool.rate needs == 100 % 1 run',
    ]);
    await expect.poll(() => page.locator('.peek').innerText()).toContain('order-2');
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('chips and a search narrow it, and what is missed most leads to its tests', async () => {
    const { page } = await openReport(sampleReport());
    const names = page.locator('.item-name > bdi');
    await page.locator('.chip', { hasText: 'Inconclusive' }).click();
    await expect
      .poll(() => names.allTextContents())
      .toEqual(['reads the calendar before it writes']);
    await page.locator('.chip', { hasText: 'All' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('SHELL.exec');
    await expect
      .poll(() => names.allTextContents())
      .toEqual(['research-agent picks search then fetch']);
    await page.getByLabel('Search names').fill('予約');
    await expect.poll(() => names.allTextContents()).toEqual(['books a table in 東京 🍣']);
    await page.keyboard.press('Escape');
    await expect.poll(() => names.count()).toBe(6);
    await page.locator('.fault-list a', { hasText: 'fetch' }).click();
    await expect
      .poll(() => names.allTextContents())
      .toEqual(['research-agent picks search then fetch']);
    await page.context().close();
  });

  test('an address opens its test again after a reload, and Back undoes a click', async () => {
    const { page } = await openReport(sampleReport());
    const title = page.getByRole('heading', { level: 1 });
    await page
      .getByRole('link', { name: /refunds the right order/ })
      .first()
      .click();
    expect(new URL(page.url()).hash).toBe('#test=refunds+the+right+order');
    await page.reload();
    await expect.poll(() => title.innerText()).toBe('refunds the right order');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page
      .getByRole('link', { name: /research-agent/ })
      .first()
      .click();
    await page.goBack();
    await page.goBack();
    await expect.poll(() => title.innerText()).toBe('refunds the right order');
    await page.context().close();
  });

  test('a test shows classes with recall, and its runs with what was missed', async () => {
    const { page } = await openReport(sampleReport(), '#row=2');
    expect(squash(await page.locator('.classes tbody tr').allInnerTexts())).toEqual([
      'fetch 1 1 50 % http.get',
      'search 2 0 100 % brave.web_search, google.search',
    ]);
    expect(squash(await page.locator('.case').allInnerTexts())).toEqual([
      'run 1',
      'run 2 fetch → shell.exec',
    ]);
    const [trace = ''] = squash(await page.locator('.opened').allInnerTexts());
    expect(trace).toContain('shell.exec not expected no class has a member "shell.exec"');
    expect(trace).toContain('fetch expected, not called members: http.get');
    await page.context().close();
  });

  test('runs that could not be measured say why and where', async () => {
    const { page } = await openReport(sampleReport(), '#row=5&show=error');
    const rows = squash(await page.locator('.case').allInnerTexts());
    expect(rows[0]).toBe(
      '! Not measured run 2 the agent crashed: connect ECONNREFUSED 127.0.0.1:3000',
    );
    const text = await page.locator('.opened').innerText();
    for (const part of ['traces/book.jsonl:2', 'ECONNREFUSED', 'RUN_ERROR'])
      expect(text).toContain(part);
    await page.context().close();
  });

  test('a single test is the report', async () => {
    const report = sampleReport();
    const { page } = await openReport({ ...report, evals: [], tests: report.tests.slice(0, 1) });
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe('research-agent picks search then fetch');
    await page.context().close();
  });

  test('a lone test has the verdict of its report where that is worse', async () => {
    const report = sampleReport();
    const passing = report.tests.filter(({ verdict }) => verdict === 'pass');
    const issue = { code: 'X', severity: 'error', message: 'm', where: null, hint: null } as const;
    const { page } = await openReport({
      ...report,
      verdict: 'error',
      evals: [],
      tests: passing,
      issues: [issue],
    });
    const [line] = squash(await page.locator('.verdict-line').allInnerTexts());
    expect(line).toMatch(/^! Not measured answers small talk/);
    expect(line).toContain('1 record not measured · 1 of 1 test passed.');
    await page.context().close();
  });

  test('judged gates and findings are apart', async () => {
    const { page } = await openReport(judgedReport(), '#row=1');
    const judged = page.locator('.judged');
    expect(squash(await judged.locator('.gate-name').allInnerTexts())).toEqual([
      '✗ Failed answer.pass',
      '! Not measured tool_args_semantic',
    ]);
    const [text = ''] = squash(await judged.allInnerTexts());
    expect(text).toContain('judged by anthropic:claude-sonnet-4-5-20250929');
    expect(text).toContain('2 cases judged good that deterministic scorers find wrong: c17, c20');
    await page.context().close();
  });

  test('shows warnings, suites with their hashes and the version', async () => {
    const report = sampleReport();
    const { page } = await openReport(report);
    await page.getByRole('link', { name: 'Warnings 2' }).click();
    await page.getByRole('heading', { name: 'Warnings' }).waitFor();
    const warnings = await page.getByRole('main').innerText();
    for (const part of ['whichtool.yaml:12:11', 'SUITE_OVERLAPPING_CLASSES', 'its own members'])
      expect(warnings).toContain(part);
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'About this report' }).waitFor();
    const about = await page.getByRole('main').innerText();
    for (const part of [report.suites[1]?.sha256 ?? '', 'whichtool 0.1.0', '13 runs measured'])
      expect(about).toContain(part);
    await page.context().close();
  });

  test('shows models side by side, and a cell opens its test', async () => {
    const models = ['openai:gpt-5-mini', '<img src=x onerror=alert(1)>', '__proto__'];
    const report = sampleReport();
    const tests = models.map((model, place) => ({
      ...report.tests[0]!,
      name: `picks (${model})`,
      verdict: place === 0 ? ('fail' as const) : ('pass' as const),
      variant: { of: 'picks', model },
      planned: 20,
    }));
    const { page, mischief } = await openReport({ ...report, tests: [...report.tests, ...tests] });
    const table = page.getByRole('table', { name: 'Models side by side' });
    await expect
      .poll(() => table.locator('thead bdi').allTextContents())
      .toEqual(models.map(makeVisible));
    await table.getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: 'picks (__proto__)' }).waitFor();
    await expect
      .poll(() => page.locator('.why').first().innerText())
      .toContain('2 of 20 runs decided it');
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('shows date, commit and earlier runs where they are known', async () => {
    const point = { commit: '4f2c19e8aa', verdict: 'pass' as const, noun: 'case' as const };
    const trend = [
      { ...point, id: 3, date: '2026-11-14T10:00:00Z', passing: [8, 10] as const },
      { ...point, id: 4, date: '2026-11-16T14:02:00Z', passing: [9, 10] as const },
    ];
    const about = { date: '2026-11-16T14:02:00Z', commit: '4f2c19e8aa', branch: 'main', trend };
    const { page } = await openText(pageOf(sampleReport(), about));
    await expect
      .poll(() => page.locator('.origin').innerText())
      .toContain('main@4f2c19e8 · 2026-11-16 14:02');
    await expect
      .poll(() => page.locator('.trend').innerText())
      .toContain('2026-11-14 4f2c19e 8 of 10 cases pass');
    await expect.poll(() => page.locator('.trend circle').count()).toBe(2);
    await page.context().close();
  });
});

/** Parts of a report that are shown as signs, figures or in other words. */
const REWORDED = new Set(['units', 'verdict', 'outcome', 'op', 'unit', 'source', 'purpose']);

/** All words of a report: its texts, and the names of its metrics and tallies. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => {
    if (REWORDED.has(key)) return [];
    const named = key === 'metrics' || key === 'tally' ? Object.keys(held) : [];
    return named.concat(wordsOf(held));
  });
}

test('everything a report says of its tests and evals can be read', async () => {
  const report = sampleReport();
  const { page } = await openReport(report);
  const read = `(async () => {
    let text = '';
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const collect = () => {
      for (const box of document.querySelectorAll('details')) box.open = true;
      text += document.querySelector('main').innerText;
    };
    const hashes = ['', '#view=warnings', '#view=about', ...[1, 2, 3, 4, 5, 6].map((row) => '#row=' + row + '&show=all')];
    for (const hash of hashes) {
      location.hash = hash;
      await frame();
      collect();
      for (const tab of document.querySelectorAll('.figures-panel .segments button')) {
        tab.click();
        await frame();
        collect();
      }
      for (const entry of [...document.querySelectorAll('.case')]) {
        entry.click();
        await frame();
        collect();
      }
    }
    return text;
  })()`;
  const text: string = await page.evaluate(read);
  expect(wordsOf(report).filter((word) => !text.includes(word))).toEqual([]);
  await page.context().close();
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report, ReportEntry, RunEvidence } from '#core';
import type { ApiRun, ApiWholeTrace } from '#schema';
import { afterAll, describe, expect, it } from 'vitest';
import { readWholeTrace } from './whole-trace.ts';

const root = mkdtempSync(join(tmpdir(), 'whole-trace-'));
afterAll(() => rmSync(root, { recursive: true }));

const SECRET = 'sk-proj-Zx81kQmPwT4nLr7vYb2Ce93DfGh6JkLm';
const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const call = (name: string, place: number): object => ({ name, arguments: { place } });

writeFileSync(
  join(root, 'native.jsonl'),
  lines(
    { input: 'one', tool_calls: [{ name: 'search' }] },
    {
      input: `two, with ${SECRET}`,
      tool_calls: Array.from({ length: 150 }, (_, place) => call('search', place)),
      tools: [{ name: 'search', description: 'Finds things' }],
      output: 'done',
    },
  ),
);
writeFileSync(
  join(root, 'chat.jsonl'),
  lines({
    messages: [
      { role: 'user', content: 'Where?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"a": 1}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'here' },
      { role: 'assistant', content: 'Here.' },
    ],
  }),
);
writeFileSync(
  join(root, 'rows.jsonl'),
  lines({
    id: 'r1',
    input: 'asked',
    expected_tool: 'status',
    trace: { tool_calls: [{ name: 'eta' }] },
  }),
);

const RUN = { startedAt: new Date(Date.now() + 60_000).toISOString(), durationMs: 0 } as ApiRun;
const OLD = { startedAt: '2020-01-01T00:00:00Z', durationMs: 0 } as ApiRun;

const read = (
  evidence: RunEvidence | null,
  { run = RUN, report = {}, isCase = false, findings = [] as object[] } = {},
): Promise<ApiWholeTrace> =>
  readWholeTrace(root, { run, report: { redaction: 'secrets', ...report } as Report }, {
    label: isCase ? { case: 'r1' } : { run: 1 },
    evidence,
    findings: { misses: [], calls: findings },
  } as unknown as ReportEntry);

describe('the whole trace of a run', () => {
  it('is that of its line, without secrets, with the verdicts of the report', async () => {
    const whole = await read(
      { where: 'native.jsonl:2', calls: [{ tool: 'search', verdict: 'duplicate' }] },
      { findings: [{ call: 120, verdict: 'unexpected', tool: 'search' }] },
    );
    if (whole.state !== 'read') throw new Error(whole.reason);
    expect(whole.evidence.calls).toHaveLength(150);
    expect(whole.evidence.question).toMatch(/^two, with \[/);
    expect(JSON.stringify(whole)).not.toContain(SECRET);
    expect(whole.evidence.calls[0]?.verdict).toBe('duplicate');
    expect(whole.evidence.calls[119]?.verdict).toBe('unexpected');
    expect(whole.evidence.calls[1]?.verdict).toBeUndefined();
    expect(whole.offered).toEqual([{ tool: 'search', description: 'Finds things' }]);
    expect(whole.isNewer).toBe(false);
  });

  it('is read by the reader of its format', async () => {
    const whole = await read({ where: 'chat.jsonl:1', format: 'openai-chat' });
    expect(whole).toMatchObject({
      state: 'read',
      evidence: {
        question: 'Where?',
        calls: [{ tool: 'find', arguments: { a: 1 }, result: 'here' }],
        answer: 'Here.',
      },
    });
  });

  it('is the run that a row of a dataset carries', async () => {
    const whole = await read({ where: 'rows.jsonl:1' }, { isCase: true });
    expect(whole).toMatchObject({
      state: 'read',
      evidence: { question: 'asked', calls: [{ tool: 'eta' }] },
    });
  });

  it('is whole where the run of a case is in a file of traces', async () => {
    const whole = await read({ where: 'native.jsonl:2' }, { isCase: true });
    expect(whole).toMatchObject({
      state: 'read',
      evidence: { answer: 'done' },
      offered: [{ tool: 'search' }],
    });
  });

  it('is doubted where its file is newer than the run, and refused where it has another run', async () => {
    const calls = [{ tool: 'search' }];
    const same = await read({ where: 'native.jsonl:1', calls }, { run: OLD });
    expect(same).toMatchObject({ state: 'read', isNewer: true });
    const other = await read({ where: 'native.jsonl:2', calls }, { run: OLD });
    expect(other).toMatchObject({
      state: 'absent',
      reason: expect.stringContaining('another run'),
    });
  });

  it.each([
    ['native.jsonl:9', 'no run at native.jsonl:9'],
    ['other.jsonl:1', 'not there any more'],
    ['../native.jsonl:1', 'not in a file below'],
    ['suite.yaml:12 run 3', 'driven by whichtool'],
    ['langsmith://project/1', 'came from a service'],
  ])('is absent at %s, with the reason', async (where, reason) => {
    expect(await read({ where })).toEqual({
      state: 'absent',
      reason: expect.stringContaining(reason),
    });
  });

  it('is absent where the report was made without texts', async () => {
    const whole = await read({ where: 'native.jsonl:1' }, { report: { evidenceText: false } });
    expect(whole).toMatchObject({ state: 'absent' });
  });
});

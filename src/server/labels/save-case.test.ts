import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { importLabels } from '#dataset';
import type { ApiCaseConflict, ApiCaseSaved, ApiLabelCase, ApiPage } from '#schema';
import { ANN, BEN, CLEO, LabelProject } from './fixtures/label-project.ts';

const projects: LabelProject[] = [];
afterEach(() => projects.splice(0).forEach((project) => project.remove()));

function make(...parts: ConstructorParameters<typeof LabelProject>): LabelProject {
  const project = new LabelProject(...parts);
  projects.push(project);
  return project;
}

const IN = '/samples%2Forders';
const STATUS = { expected_tool: 'status', expected_args: { order: 'a' }, rationale: 'because' };
const REFUND = { expected_tool: 'refund' };

describe('saving a case', () => {
  it('appends the label, and the same label is not appended again', async () => {
    const project = make(1);
    expect((await project.save(ANN, 'c0', { answer: STATUS })).status).toBe(200);
    expect((await project.save(ANN, 'c0', { answer: STATUS })).status).toBe(200);
    const [record, ...others] = project.records('ann');
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      role: 'review',
      reviewer: 'ann',
      answer: { expected_tool: 'status', expected_args: { order: 'a' } },
      rationale: 'because',
    });
    expect(await project.open(ANN, 'c0')).toMatchObject({ state: 'saved' });
  });

  it('keeps numbers as they were typed', async () => {
    const project = make(1);
    const { row, revision } = await project.open(ANN, 'c0');
    const answer =
      '{"expected_tool":"status","expected_args":{"n":1.0,"big":12345678901234567891}}';
    const body = `{"caseHash":"${row.caseHash}","answer":${answer}}`;
    const headers = { 'If-Match': `"${revision}"` };
    await project.ask(ANN, `${IN}/cases/c0`, { method: 'PUT', body, headers });
    const { body: shown } = await project.ask(ANN, `${IN}/cases/c0`);
    expect(shown).toContain('{"n":1.0,"big":12345678901234567891}');
  });

  it('takes a label back, so that the case is open again and the file keeps both lines', async () => {
    const project = make(1);
    await project.save(ANN, 'c0', { answer: STATUS });
    await project.save(ANN, 'c0', { answer: REFUND });
    await project.save(ANN, 'c0', { answer: null });
    expect(await project.open(ANN, 'c0')).toMatchObject({ state: 'open', row: { answer: null } });
    expect(project.records('ann').map(({ role }) => role)).toEqual([
      'review',
      'review',
      'withdraw',
    ]);
    await project.save(ANN, 'c0', { answer: STATUS });
    expect(await project.open(ANN, 'c0')).toMatchObject({ state: 'saved' });
  });

  it('records a removed reason, and a label after one from a clock that is ahead', async () => {
    const project = make(1);
    await project.save(ANN, 'c0', { answer: STATUS });
    const [record] = project.records('ann');
    const ahead = { ...record, time: '2999-01-01T00:00:00Z', answer: REFUND };
    const file = join(project.root, 'samples/orders/labels/ann.jsonl');
    appendFileSync(file, `${JSON.stringify(ahead)}\n`);
    const { rationale: _, ...bare } = STATUS;
    await project.save(ANN, 'c0', { answer: bare });
    expect((await project.open(ANN, 'c0')).row).toMatchObject({
      answer: { expected_tool: 'status' },
      rationale: null,
    });
  });

  it('keeps drafts, skips and doubts beside the label, which none of them changes', async () => {
    const project = make(3);
    await project.save(ANN, 'c0', { answer: REFUND });
    await project.save(ANN, 'c0', { answer: REFUND, draft: { calls: [], met: [] } });
    expect(await project.open(ANN, 'c0')).toMatchObject({
      state: 'changed',
      row: { answer: REFUND },
      work: { draft: { calls: [], met: [] } },
    });
    await project.save(ANN, 'c1', { isSkipped: true, draft: { calls: [], met: [] } });
    expect(await project.open(ANN, 'c1')).toMatchObject({ state: 'skipped' });
    const doubt = { unsure: true, rationale: 'which order?' };
    await project.save(ANN, 'c2', { answer: doubt });
    expect(await project.open(ANN, 'c2')).toMatchObject({
      state: 'unsure',
      work: { doubt: { answer: doubt } },
    });
    expect(project.records('ann')).toHaveLength(1);
    const page = await project.get<ApiPage<ApiLabelCase>>(ANN, `${IN}/queue?state=skipped,unsure`);
    expect(page.items.map(({ row }) => row.id)).toEqual(['c1', 'c2']);
  });

  it('refuses what an import refuses', async () => {
    const project = make(1);
    const wrong = await project.save(ANN, 'c0', { answer: { expected_args: {} } });
    expect([wrong.status, wrong.body]).toEqual([422, expect.stringContaining('LABEL_INVALID')]);
    const { revision } = await project.open(ANN, 'c0');
    const stale = await project.ask(ANN, `${IN}/cases/c0`, {
      method: 'PUT',
      body: JSON.stringify({ caseHash: 'another', answer: REFUND }),
      headers: { 'If-Match': revision },
    });
    expect([stale.status, stale.body]).toEqual([422, expect.stringContaining('LABEL_STALE')]);
  });

  it('answers 409 with both versions where another tab was faster', async () => {
    const project = make(1);
    const { revision } = await project.open(ANN, 'c0');
    await project.save(ANN, 'c0', { answer: STATUS });
    const late = await project.save(ANN, 'c0', { answer: REFUND, seen: revision });
    expect(late.status).toBe(409);
    const { detail } = (JSON.parse(late.body) as { error: { detail: ApiCaseConflict } }).error;
    expect(detail.stored.row.answer).toMatchObject({ expected_tool: 'status' });
    expect(detail.sent.answer).toEqual(REFUND);
    // The revision in the answer settles it.
    const { revision: now } = detail.stored;
    expect((await project.save(ANN, 'c0', { answer: REFUND, seen: now })).status).toBe(200);
  });

  it('sees an import by the command line at the next request', async () => {
    const project = make(1);
    const { revision } = await project.open(ANN, 'c0');
    await importLabels(
      join(project.root, 'samples/orders'),
      [{ value: { id: 'c0', ...REFUND }, where: {} }],
      {
        task: 'label',
        reviewer: 'ann',
        role: 'review',
        time: new Date().toISOString(),
        revise: false,
        catalog: null,
      },
    );
    expect((await project.open(ANN, 'c0')).row.answer).toEqual(REFUND);
    expect((await project.save(ANN, 'c0', { answer: STATUS, seen: revision })).status).toBe(409);
  });

  it('needs the revision that was seen', async () => {
    const project = make(1);
    const sent = await project.ask(ANN, `${IN}/cases/c0`, {
      method: 'PUT',
      body: '{"caseHash":""}',
    });
    expect([sent.status, sent.body]).toEqual([400, expect.stringContaining('If-Match')]);
  });
});

describe('deciding a case', () => {
  const disputed = async (): Promise<LabelProject> => {
    const project = make(1);
    await project.save(ANN, 'c0', { answer: STATUS });
    await project.save(BEN, 'c0', { answer: REFUND });
    return project;
  };

  it('is undone and made again, and goes stale with the labels', async () => {
    const project = await disputed();
    const states = async (): Promise<unknown> =>
      (await project.get<{ states: unknown }>(CLEO, `${IN}/status`)).states;
    await project.save(CLEO, 'c0', { answer: REFUND });
    expect(await states()).toMatchObject({ adjudicated: 1 });
    await project.save(CLEO, 'c0', { answer: STATUS });
    expect((await project.open(CLEO, 'c0')).row.answer).toMatchObject({ expected_tool: 'status' });
    await project.save(CLEO, 'c0', { answer: null });
    expect(await states()).toMatchObject({ disputed: 1 });
    const { revision } = await project.open(CLEO, 'c0');
    await project.save(BEN, 'c0', { answer: { expected_tool: 'none' } });
    const late = await project.save(CLEO, 'c0', { answer: REFUND, seen: revision });
    expect(late.status).toBe(409);
  });

  it('sends a case back with a reason; the same answer again is an answer', async () => {
    const project = await disputed();
    const send = (body: object): Promise<{ status: number }> =>
      project.ask(CLEO, `${IN}/cases/c0/return`, { method: 'POST', body: JSON.stringify(body) });
    expect((await send({ reason: ' ' })).status).toBe(400);
    expect((await send({ reason: 'Read the clause on dates.' })).status).toBe(200);
    for (const who of [ANN, BEN])
      expect(await project.open(who, 'c0')).toMatchObject({
        state: 'returned',
        returned: 'Read the clause on dates.',
      });
    expect(await project.get(CLEO, `${IN}/status`)).toMatchObject({
      returned: { cases: 1, open: 2 },
    });
    await project.save(ANN, 'c0', { answer: STATUS });
    expect(await project.open(ANN, 'c0')).toMatchObject({ state: 'saved', returned: null });
    expect(await project.get(CLEO, `${IN}/status`)).toMatchObject({
      returned: { cases: 1, open: 1 },
    });
    await project.save(BEN, 'c0', { answer: STATUS });
    expect(await project.get(CLEO, `${IN}/status`)).toMatchObject({
      states: { agreed: 1 },
      returned: { cases: 0 },
    });
  });
});

describe('agreement', () => {
  it('says which tools and which clauses people read differently', async () => {
    const project = make(3);
    const dates = { clause: 'Dates' };
    await project.save(ANN, 'c0', { answer: { ...REFUND, ...dates } });
    await project.save(BEN, 'c0', { answer: { expected_tool: 'none', clause: 'Words' } });
    for (const who of [ANN, BEN])
      await project.save(who, 'c1', { answer: { ...REFUND, ...dates } });
    expect(await project.get('admin', `${IN}/agreement`)).toMatchObject({
      cases: 2,
      identical: 1,
      confusion: [
        { first: '(none)', second: 'refund', cases: 1 },
        { first: 'refund', second: 'refund', cases: 1 },
      ],
      reviewers: [{ reviewers: ['ann', 'ben'], agreement: { items: 2, agreed: 1 } }],
      clauses: [
        { clause: 'Dates', cases: 2, differ: 1, otherClause: 1, examples: ['c0'] },
        { clause: 'Words', cases: 1, differ: 1, otherClause: 1, examples: ['c0'] },
      ],
      disputed: [
        { category: '(none)', cases: [{ id: 'c0', state: 'disputed' }] },
        { category: 'refund', cases: [{ id: 'c0', state: 'disputed' }] },
      ],
    });
  });
});

/** One save of a tab: by whom, of which case, and what. */
const STEP = fc.record({ tab: fc.nat(3), id: fc.nat(1), tool: fc.nat(3) });
const CHOICES = ['status', 'refund', 'none', null];

interface TabSave {
  readonly own: string;
  readonly tool: string | null;
  readonly seen: string;
  /** The revision after it; null where it was refused. */
  readonly revision: string | null;
}

describe('any interleaving of saves by two reviewers in two tabs each', () => {
  const saveRounds = async (
    project: LabelProject,
    rounds: readonly (readonly { tab: number; id: number; tool: number }[])[],
  ): Promise<readonly TabSave[]> => {
    const shown = new Map<string, string>();
    const saves: TabSave[] = [];
    const saveOne = async (tab: number, id: string, tool: string | null): Promise<void> => {
      const [who, name] = tab < 2 ? [ANN, 'ann'] : [BEN, 'ben'];
      const key = `${tab} ${id}`;
      const seen = shown.get(key) ?? (await project.open(who, id)).revision;
      const answer = tool === null ? null : { expected_tool: tool };
      const sent = await project.save(who, id, { answer, seen });
      const body = JSON.parse(sent.body) as ApiCaseSaved & { error: { detail: ApiCaseConflict } };
      expect([200, 409]).toContain(sent.status);
      const isSaved = sent.status === 200;
      shown.set(key, isSaved ? body.revision : body.error.detail.stored.revision);
      saves.push({ own: `${name} ${id}`, tool, seen, revision: isSaved ? body.revision : null });
    };
    for (const round of rounds)
      await Promise.all(
        round.map(({ tab, id, tool }) => saveOne(tab, `c${id}`, CHOICES[tool] ?? null)),
      );
    return saves;
  };

  it('loses no answer that was accepted, and accepts one change of what was seen', async () => {
    const rounds = fc.array(fc.array(STEP, { maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rounds, async (steps) => {
        const project = make(2);
        const saves = await saveRounds(project, steps);
        const changes = saves.filter(
          ({ revision, seen }) => revision !== null && revision !== seen,
        );
        const seen = changes.map((save) => `${save.own} ${save.seen}`);
        expect(new Set(seen).size).toBe(seen.length);
        for (const own of new Set(changes.map((save) => save.own))) {
          const [name = '', id = ''] = own.split(' ');
          const lines = project.records(name).filter((record) => record.case === id);
          expect(lines).toHaveLength(changes.filter((save) => save.own === own).length);
          const { row } = await project.open(name === 'ann' ? ANN : BEN, id);
          const last = lines.at(-1);
          expect(row.answer).toEqual(last?.role === 'withdraw' ? null : last?.answer);
          const said = lines.map(({ role, answer }) =>
            role === 'review' ? answer.expected_tool : null,
          );
          const accepted = changes.filter((save) => save.own === own).map(({ tool }) => tool);
          expect(said.map(String).sort()).toEqual(accepted.map(String).sort());
        }
        expect(project.faults).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

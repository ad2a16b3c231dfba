import { afterEach, describe, expect, it } from 'vitest';
import { ANN, type Answered, BEN, LabelProject, type Who } from './fixtures/label-project.ts';

const projects: LabelProject[] = [];
afterEach(() => projects.splice(0).forEach((project) => project.remove()));

function make(...parts: ConstructorParameters<typeof LabelProject>): LabelProject {
  const project = new LabelProject(...parts);
  projects.push(project);
  return project;
}

const IN = '/samples%2Forders';
/** Every address of a reviewer, with requests that are refused. */
const READS = [
  '',
  IN,
  `${IN}/queue`,
  `${IN}/queue?state=saved&order=latest`,
  `${IN}/queue?order=priority`,
  `${IN}/queue?task=rate-goal`,
  `${IN}/cases/c0`,
  `${IN}/cases/c0?part=decide`,
  `${IN}/cases/c0?reviewer=ben`,
  `${IN}/cases/unknown`,
  `${IN}/status`,
  `${IN}/agreement`,
  `${IN}/links`,
];

/** Everything that the API says to a reviewer about the sample, refusals included. */
async function everything(project: LabelProject, who: Who): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const path of READS) answers.push(await project.ask(who, path));
  const bodies = [
    '{"reason": "look again"}',
    '{"caseHash": "another", "answer": {"expected_tool": "status"}}',
    '{"caseHash": "another", "answer": 7}',
  ];
  for (const body of bodies)
    for (const method of ['PUT', 'POST'])
      for (const path of ['', '/others', '/return'])
        answers.push(
          await project.ask(who, `${IN}/cases/c0${path}`, {
            method,
            body,
            headers: { 'If-Match': '0'.repeat(32) },
          }),
        );
  return answers;
}

describe('a reviewer who has not answered', () => {
  const said = { expected_tool: 'refund', rationale: 'SECRET WORDS', clause: 'Dates' };
  const others: readonly (readonly [string, (project: LabelProject) => Promise<unknown>])[] = [
    ['answered', (project) => project.save(BEN, 'c0', { answer: said })],
    [
      'is unsure',
      (project) => project.save(BEN, 'c0', { answer: { unsure: true, rationale: 'S' } }),
    ],
    ['skipped', (project) => project.save(BEN, 'c0', { isSkipped: true })],
    ['types', (project) => project.save(BEN, 'c0', { draft: { calls: [], met: [] } })],
    [
      'took it back',
      async (project) => {
        await project.save(BEN, 'c0', { answer: said });
        await project.save(BEN, 'c0', { answer: null });
      },
    ],
  ];
  for (const [words, act] of others)
    it(`gets the same bytes from every address whether another one ${words} or not`, async () => {
      const project = make(2);
      const before = await everything(project, ANN);
      await act(project);
      expect(await everything(project, ANN)).toEqual(before);
      expect(project.faults).toEqual([]);
    });

  it('gets the same bytes when two of three have answered, who differ', async () => {
    const project = make(1, ['ann', 'ben', 'dan']);
    const before = await everything(project, ANN);
    await project.save(BEN, 'c0', { answer: said });
    const dan: Who = { name: 'dan', role: 'reviewer' };
    await project.save(dan, 'c0', { answer: { expected_tool: 'status' } });
    expect(await everything(project, ANN)).toEqual(before);
  });
});

describe('a reviewer who has answered', () => {
  it('gets the same bytes until the last of the others has', async () => {
    const project = make(1, ['ann', 'ben', 'dan']);
    await project.save(ANN, 'c0', { answer: { expected_tool: 'status' } });
    const before = await everything(project, ANN);
    await project.save(BEN, 'c0', { answer: { expected_tool: 'refund', rationale: 'SECRET' } });
    expect(await everything(project, ANN)).toEqual(before);
    await project.save({ name: 'dan', role: 'reviewer' }, 'c0', {
      answer: { expected_tool: 'refund' },
    });
    expect((await project.open(ANN, 'c0')).canReveal).toBe(true);
  });

  it('sees what others said when all have answered, and cannot answer again then', async () => {
    const project = make(1);
    const answer = { expected_tool: 'status', rationale: 'mine' };
    await project.save(ANN, 'c0', { answer });
    const early = await project.ask(ANN, `${IN}/cases/c0/others`, { method: 'POST' });
    expect(early.status).toBe(403);
    await project.save(BEN, 'c0', { answer: { expected_tool: 'refund', rationale: 'theirs' } });
    expect((await project.open(ANN, 'c0')).others).toBeNull();
    const shown = await project.ask(ANN, `${IN}/cases/c0/others`, { method: 'POST' });
    expect(shown.body).toContain('theirs');
    const again = await project.save(ANN, 'c0', { answer: { expected_tool: 'refund' } });
    expect([again.status, again.body]).toEqual([
      422,
      expect.stringContaining('your answer stands'),
    ]);
    // A draft and the same answer are kept.
    expect((await project.save(ANN, 'c0', { answer })).status).toBe(200);
  });
});

describe('a personal link', () => {
  it('opens its own sample alone, in the words of a sample that does not exist', async () => {
    const project = make(1);
    const mine = await project.ask(ANN, '/samples%2Fother');
    const none = await project.ask(ANN, '/samples%2Fnone');
    expect([mine.status, mine.body]).toEqual([404, none.body]);
    expect((await project.ask(ANN, '')).body).not.toContain('other');
    for (const path of ['..%2F..', '%2E%2E', 'samples%2F..%2Fsamples%2Forders', 'samples%5Corders'])
      expect([path, (await project.ask('admin', `/${path}`)).status]).toEqual([path, 404]);
  });

  it('of a reviewer who was not asked opens no case', async () => {
    const project = make(1);
    const eve: Who = { name: 'eve', role: 'reviewer' };
    expect((await project.ask(eve, `${IN}/cases/c0`)).status).toBe(404);
    expect(await project.get(eve, `${IN}/queue`)).toMatchObject({ total: 0 });
  });

  it('of an adjudicator who labels, too, shows neither figures nor their own cases', async () => {
    const project = make(1);
    await project.save(ANN, 'c0', { answer: { expected_tool: 'status' } });
    await project.save(BEN, 'c0', { answer: { expected_tool: 'refund' } });
    const both: Who = { name: 'ann', role: 'adjudicator' };
    for (const path of ['/status', '/agreement', '/cases/c0'])
      expect([403, 404]).toContain((await project.ask(both, `${IN}${path}`)).status);
    expect((await project.ask(both, '')).body).toContain('"status":null');
  });
});

describe('an adjudicator', () => {
  it('sees nothing of a case until all who were asked have answered', async () => {
    const project = make(1, ['ann', 'ben', 'dan']);
    const cleo: Who = { name: 'cleo', role: 'adjudicator' };
    await project.save(ANN, 'c0', { answer: { expected_tool: 'status' } });
    await project.save(BEN, 'c0', { answer: { expected_tool: 'refund' } });
    expect((await project.ask(cleo, `${IN}/cases/c0`)).status).toBe(404);
    await project.save({ name: 'dan', role: 'reviewer' }, 'c0', {
      answer: { expected_tool: 'none' },
    });
    expect((await project.open(cleo, 'c0')).row.opinions).toHaveLength(3);
  });
});

describe('an admin', () => {
  it('looks at one reviewer, and changes nothing', async () => {
    const project = make(1);
    await project.save(ANN, 'c0', { answer: { expected_tool: 'status' } });
    const seen = await project.open('admin', 'c0', '?reviewer=ann');
    expect(seen.row.answer).toEqual({ expected_tool: 'status' });
    const sent = await project.save('admin', 'c0', { query: '?reviewer=ann' });
    expect(sent.status).toBe(403);
  });
});

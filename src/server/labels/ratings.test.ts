import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { BEN, LabelProject, ANN, type Who } from './fixtures/label-project.ts';

const DAN: Who = { name: 'dan', role: 'reviewer' };
const CLEO: Who = { name: 'cleo', role: 'adjudicator' };
const QUERY = '?task=rate-goal';
const projects: LabelProject[] = [];
afterEach(() => projects.splice(0).forEach((project) => project.remove()));

it('shows first what people were asked to do', async () => {
  const project = new LabelProject(2);
  projects.push(project);
  project.assign('-rate-goal', ['c0', 'c1'], ['ann', 'ben', 'dan']);
  rmSync(join(project.root, 'samples/orders/assignments.json'));
  expect(await project.get(ANN, '')).toMatchObject({
    items: [{ tasks: [{ task: 'rate-goal' }, { task: 'label' }] }],
  });
});

it('three people rate blind; two of three decide, and three opinions are disputed', async () => {
  const project = new LabelProject(2);
  projects.push(project);
  project.assign('-rate-goal', ['c0', 'c1'], ['ann', 'ben', 'dan']);
  const rate = async (who: Who, id: string, rating: number): Promise<number> => {
    const answer = { rating, clause: 'Dates', rationale: 'as it says' };
    return (await project.save(who, id, { answer, query: QUERY })).status;
  };
  expect(await project.get(ANN, '')).toMatchObject({
    items: [{ tasks: [{ task: 'label' }, { task: 'rate-goal', own: { cases: 2 } }] }],
  });
  expect([await rate(ANN, 'c0', 1), await rate(BEN, 'c0', 1)]).toEqual([200, 200]);
  // A goal is reached or not, and nothing is shown before the third has rated.
  expect(await rate(DAN, 'c0', 0.5)).toBe(422);
  const show = (who: Who): Promise<{ status: number; body: string }> =>
    project.ask(who, `/samples%2Forders/cases/c0/others${QUERY}`, { method: 'POST' });
  expect((await show(ANN)).status).toBe(403);
  expect(await rate(DAN, 'c0', 0)).toBe(200);
  const shown = JSON.parse((await show(ANN)).body) as { others: { opinions: unknown[] } };
  expect(shown.others.opinions).toHaveLength(3);
  const status = await project.get(CLEO, `/samples%2Forders/status${QUERY}`);
  expect(status).toMatchObject({ states: { agreed: 1, unlabelled: 1 } });
  expect((await project.ask(CLEO, `/samples%2Forders/cases/c0${QUERY}`)).status).toBe(404);
  expect(await project.get(CLEO, `/samples%2Forders/agreement${QUERY}`)).toMatchObject({
    clauses: [{ clause: 'Dates', cases: 1, differ: 1 }],
  });
});

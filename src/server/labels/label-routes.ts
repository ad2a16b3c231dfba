import { stringifyAsWritten, UserError, type Json } from '#core';
import { describeAgreement, readAssignments, returnCase, type Task } from '#dataset';
import {
  type ApiLabelCase,
  type ApiLabelLink,
  type ApiOpenSample,
  type ApiSample,
  type ApiSampleTask,
  type Role,
  ROLES,
} from '#schema';
import type { Visitor } from '../access/visitor.ts';
import { readChoice, readPage } from '../http/page-query.ts';
import { Problem } from '../http/problem.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { readWork, writeWork } from './case-work.ts';
import { type JudgeReasons, LabelCases } from './label-cases.ts';
import type { LabelSamples } from './label-samples.ts';
import { labelLink, reviewersOf } from './links.ts';
import { personOf, sampleOf, taskOf } from './person.ts';
import { personProgress, taskStatus } from './progress.ts';
import { pageOfQueue } from './queue-query.ts';
import { readChange, seenRevision } from './read-change.ts';
import { type CaseAddress, saveCase, withLock } from './save-case.ts';

/** Who sees more than their own labels: reviewers are blind. */
const OVERSEERS: readonly Role[] = ['admin', 'adjudicator'];
/** Who labels or decides. The admin looks on. */
const PEOPLE: readonly Role[] = ['reviewer', 'adjudicator'];

/** What the routes of labelling need. */
export interface LabelServices {
  readonly samples: LabelSamples;
  readonly secret: Buffer;
  readonly reasons: JudgeReasons;
}

/** The routes of labelling. */
export function labelRoutes(services: LabelServices): readonly Route[] {
  return [...sampleRoutes(services), ...caseRoutes(services)];
}

type Handle = (request: RouteRequest) => Promise<unknown>;

function route(
  method: Route['method'],
  path: string,
  access: readonly Role[],
  handle: Handle,
): Route {
  return {
    method,
    path: `/api/v1/samples${path}`,
    access,
    handle: async (request) => writtenAnswer(await handle(request)),
  };
}

/** An answer in JSON that keeps numbers as they were typed. */
function writtenAnswer(value: unknown): Response {
  const body = stringifyAsWritten(value as Json);
  return new Response(body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

function sampleRoutes({ samples, secret }: LabelServices): readonly Route[] {
  return [
    route('GET', '', ROLES, async ({ visitor, query }) => {
      const ids = samples.list().filter((id) => visitor.sample === null || visitor.sample === id);
      const { from, limit } = readPage(query);
      const end = from + limit;
      const items = ids.slice(from, end).map((id) => describe(samples, id, visitor));
      const next = end < ids.length ? String(end) : null;
      return { total: ids.length, items: await Promise.all(items), next };
    }),
    route('GET', '/:sample', ROLES, async (request): Promise<ApiOpenSample> => {
      const id = sampleOf(request);
      const { guide, guideHash } = samples.sample(id);
      return { ...(await describe(samples, id, request.visitor)), guide, guideHash };
    }),
    route('GET', '/:sample/links', ['admin'], async (request): Promise<readonly ApiLabelLink[]> => {
      const id = sampleOf(request);
      const folder = samples.folderOf(id);
      const name = request.query.get('reviewer');
      const role =
        readChoice(request.query, 'role', ['reviewer', 'adjudicator'] as const) ?? 'reviewer';
      const names = name === null ? reviewersOf(folder) : [name];
      return names.map((reviewer) => labelLink(id, { reviewer, role }, secret));
    }),
    route('GET', '/:sample/status', OVERSEERS, async (request) => {
      rejectReviewers(samples, request);
      return taskStatus(await samples.open(sampleOf(request), taskOf(request)));
    }),
    route('GET', '/:sample/agreement', OVERSEERS, async (request) => {
      rejectReviewers(samples, request);
      const { context } = await samples.open(sampleOf(request), taskOf(request));
      return describeAgreement(context.sample, context.book);
    }),
    route('GET', '/:sample/queue', ROLES, async (request) => {
      const open = await samples.open(sampleOf(request), taskOf(request));
      return pageOfQueue(new LabelCases(samples.root, open, personOf(request)), request.query);
    }),
  ];
}

function caseRoutes({ samples, reasons }: LabelServices): readonly Route[] {
  const show = async ({ sample, task, person, id }: CaseAddress): Promise<ApiLabelCase> => {
    const cases = new LabelCases(samples.root, await samples.open(sample, task), person);
    return { ...cases.open(id), others: await cases.others(id, reasons) };
  };
  return [
    route('GET', '/:sample/cases/:case', ROLES, (request) => show(addressOf(request))),
    route('PUT', '/:sample/cases/:case', PEOPLE, async (request) => {
      const seen = seenRevision(request.raw);
      const change = readChange(await request.json());
      return await saveCase(samples, addressOf(request), change, seen);
    }),
    route('POST', '/:sample/cases/:case/others', ['reviewer'], async (request) => {
      const address = addressOf(request);
      await withLock(samples, address, async (_open, cases) => {
        if (!cases.open(address.id).canReveal)
          throw new Problem(403, 'what others said is shown when all have answered');
        const { work } = readWork(cases.place, address.id);
        await writeWork(cases.place, address.id, { ...work, hasSeenOthers: true });
      });
      return await show(address);
    }),
    route('POST', '/:sample/cases/:case/return', ['adjudicator'], async (request) => {
      const address = addressOf(request);
      const reason = readReason(await request.json());
      await withLock(samples, address, async (open, cases) => {
        if (cases.open(address.id).row.answer !== null)
          throw new Problem(422, 'this case is decided: take the decision back first');
        const { reviewer } = address.person;
        const asked = { reviewer, case: address.id, reason, now: new Date() };
        const outcome = await returnCase(open.context, asked);
        if (outcome.state === 'failed')
          throw new Problem(503, `nothing was saved: ${outcome.issue.message}`);
      });
      return await show(address);
    }),
  ];
}

function addressOf(request: RouteRequest): CaseAddress {
  const { case: id = '' } = request.parameters;
  return {
    sample: sampleOf(request),
    task: taskOf(request),
    person: personOf(request),
    id,
  };
}

const MAX_REASON = 2000;

function readReason(body: unknown): string {
  const { reason } = (body ?? {}) as { readonly reason?: unknown };
  const text = typeof reason === 'string' ? reason.trim() : '';
  if (text !== '' && text.length <= MAX_REASON) return text;
  throw new Problem(400, `reason says in 1 to ${MAX_REASON} characters what to think about`);
}

/** Figures over labels are for those who do not label: who still does would see what others said. */
function rejectReviewers(samples: LabelSamples, request: RouteRequest): void {
  const { visitor } = request;
  const folder = samples.folderOf(sampleOf(request));
  if (visitor.reviewer === null || !isReviewer(folder, visitor.reviewer, taskOf(request))) return;
  throw new Problem(403, 'you label cases of this sample: figures over all labels stay hidden');
}

function isReviewer(folder: string, name: string, task: Task): boolean {
  return readAssignments(folder, task)?.reviewers.includes(name) === true;
}

/** A sample for a visitor. One that cannot be read is listed with the reason. */
async function describe(samples: LabelSamples, id: string, visitor: Visitor): Promise<ApiSample> {
  try {
    const tasks = samples.tasks(id).map((task) => describeTask(samples, id, task, visitor));
    const known = (await Promise.all(tasks)).filter((task) => task !== null);
    return { id, tasks: known };
  } catch (error) {
    if (error instanceof UserError) return { id, tasks: [], problem: error.message };
    throw error;
  }
}

async function describeTask(
  samples: LabelSamples,
  id: string,
  task: Task,
  { role, reviewer }: Visitor,
): Promise<ApiSampleTask | null> {
  const open = await samples.open(id, task);
  const isBlind =
    role === 'reviewer' || (reviewer !== null && isReviewer(samples.folderOf(id), reviewer, task));
  const part = role === 'reviewer' ? 'review' : 'decide';
  const own =
    reviewer === null
      ? null
      : personProgress(new LabelCases(samples.root, open, { reviewer, part, isLooking: false }));
  // Other people rate this sample.
  if (role === 'reviewer' && own?.cases === 0 && task !== 'label') return null;
  return { task, own, status: isBlind ? null : taskStatus(open) };
}

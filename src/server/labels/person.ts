import { checkReviewer, type Task, TASKS } from '#dataset';
import type { LabelPart } from '#schema';
import { readChoice } from '../http/page-query.ts';
import { Problem } from '../http/problem.ts';
import type { RouteRequest } from '../http/route.ts';
import { noSample } from './label-samples.ts';

/** Whose work a request is about. */
export interface Person {
  readonly reviewer: string;
  readonly part: LabelPart;
  /** An admin looks at the work of another person. */
  readonly isLooking: boolean;
}

type Asked = Pick<RouteRequest, 'visitor' | 'query' | 'parameters'>;

/** The sample of a request. A personal link opens its own sample alone. */
export function sampleOf({ visitor, parameters: { sample = '' } }: Asked): string {
  if (visitor.sample !== null && visitor.sample !== sample) throw noSample();
  return sample;
}

export function taskOf({ query }: Asked): Task {
  return readChoice(query, 'task', TASKS) ?? 'label';
}

/** The person that a request is about: the visitor, or whom an admin looks at. */
export function personOf({ visitor, query }: Asked): Person {
  const asked = readChoice(query, 'part', ['review', 'decide'] as const);
  if (visitor.role !== 'admin') {
    const part = visitor.role === 'reviewer' ? 'review' : 'decide';
    if (asked !== undefined && asked !== part)
      throw new Problem(403, `a link of the role ${visitor.role} does not open this part`);
    if (visitor.reviewer === null) throw new Problem(403, 'this link has no name');
    return { reviewer: visitor.reviewer, part, isLooking: false };
  }
  const name = query.get('reviewer');
  if (name === null)
    throw new Problem(400, 'name a reviewer, whose labels are shown: ?reviewer=<name>');
  return { reviewer: checkReviewer(name), part: asked ?? 'review', isLooking: true };
}

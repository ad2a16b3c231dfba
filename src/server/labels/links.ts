import { checkReviewer, readAssignments, type Task, TASKS } from '#dataset';
import type { ApiLabelLink } from '#schema';
import { signLink } from '../access/personal-link.ts';

/** The names that a sample was assigned to, in any task. */
export function reviewersOf(folder: string): readonly string[] {
  const names = TASKS.flatMap((task: Task) => readAssignments(folder, task)?.reviewers ?? []);
  return [...new Set(names)].sort();
}

/** The link of a person: it opens their part of one sample, and nothing else. */
export function labelLink(
  sample: string,
  { reviewer, role }: Pick<ApiLabelLink, 'reviewer' | 'role'>,
  secret: Buffer,
): ApiLabelLink {
  const token = signLink({ reviewer: checkReviewer(reviewer), role, sample }, secret);
  const view = `/labels/${encodeURIComponent(sample)}${role === 'reviewer' ? '' : '/adjudicate'}`;
  return { reviewer, role, path: `${view}?token=${encodeURIComponent(token)}` };
}

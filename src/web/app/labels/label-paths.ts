import type { LabelTask } from '#schema';
import type { DeskAddress } from './desk/label-api.ts';

const TASKS: readonly LabelTask[] = ['label', 'rate', 'rate-answer', 'rate-goal'];

/** What people do in a task, in words. */
export const TASK_WORDS: Readonly<Record<LabelTask, string>> = {
  label: 'Label: which call was expected',
  rate: 'Rate the arguments',
  'rate-answer': 'Rate the answers',
  'rate-goal': 'Rate whether goals were reached',
};

/** The task in an address. */
export function taskIn(query: URLSearchParams): LabelTask {
  return TASKS.find((task) => task === query.get('task')) ?? 'label';
}

/** The address of a sample, or of a part of it. */
export function samplePath(
  sample: string,
  { task, reviewer = null, part = '' }: SampleParts,
): string {
  const query = new URLSearchParams({
    ...(task === 'label' ? {} : { task }),
    ...(reviewer === null || reviewer === '' ? {} : { reviewer }),
  }).toString();
  return `/labels/${encodeURIComponent(sample)}${part}${query === '' ? '' : `?${query}`}`;
}

interface SampleParts {
  readonly task: LabelTask;
  readonly reviewer?: string | null;
  readonly part?: '' | '/adjudicate' | '/agreement' | `/${string}`;
}

/** The address of a case. */
export function casePath(
  { sample, task, part, reviewer, isByPriority = false }: DeskAddress,
  id: string,
): string {
  const order = isByPriority ? { order: 'priority' } : {};
  if (part === 'review')
    return withQuery(
      samplePath(sample, { task, reviewer, part: `/${encodeURIComponent(id)}` }),
      order,
    );
  return withQuery(samplePath(sample, { task, reviewer, part: '/adjudicate' }), {
    case: id,
    ...order,
  });
}

/** An address with more in its query. */
export function withQuery(path: string, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(more).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

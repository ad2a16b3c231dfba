import { labelStatus, type LabelRecord, type Task } from '#dataset';
import type { ApiPersonProgress, ApiTaskStatus, QueueState } from '#schema';
import type { LabelCases } from './label-cases.ts';
import type { OpenTask } from './label-samples.ts';

/** The pace is that of the last answers. */
const MAX_TIMES = 31;

/** How far a person is. */
export function personProgress(cases: LabelCases): ApiPersonProgress {
  const states: Record<QueueState, number> = {
    open: 0,
    draft: 0,
    skipped: 0,
    unsure: 0,
    returned: 0,
    changed: 0,
    saved: 0,
  };
  const times: string[] = [];
  let count = 0;
  for (const id of cases.ids()) {
    const head = cases.head(id);
    if (head === null) continue;
    count += 1;
    states[head.state] += 1;
    if (head.row.labelledAt !== null) times.push(head.row.labelledAt);
  }
  return { cases: count, states, savedAt: lastTimes(times) };
}

/** How far all are: counts, and no label. */
export function taskStatus({ context }: OpenTask): ApiTaskStatus {
  const { sample, book, assignments, records } = context;
  const { agreement: _, ...status } = labelStatus(sample, book, assignments);
  const sent = [...sample.cases.keys()].filter((id) => book.returnOf(id) !== null);
  const open = sent.reduce(
    (sum, id) =>
      sum +
      book.reviewsOf(id).filter((review) => book.returnedTo(review.reviewer, id) !== null).length,
    0,
  );
  return {
    ...status,
    returned: { cases: sent.length, open },
    pace: status.reviewers.map(({ reviewer }) => ({
      reviewer,
      savedAt: lastTimes(timesOf(records, reviewer, book.task)),
    })),
  };
}

function timesOf(records: readonly LabelRecord[], reviewer: string, task: Task): readonly string[] {
  return records
    .filter((record) => record.reviewer === reviewer && record.task === task)
    .filter(({ role }) => role === 'review')
    .map(({ time }) => time);
}

function lastTimes(times: readonly string[]): readonly string[] {
  return [...times].sort().slice(-MAX_TIMES);
}

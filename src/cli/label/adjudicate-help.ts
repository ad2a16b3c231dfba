import { isRating, type Task } from '#dataset';

const LABEL_HELP = `Type
  1, 2, …                            to take that label
  none                               where no tool should be called
  status order_id=ORD-9182           another tool, with its arguments
  status or track order_id=7         several tools that are as good as each other
  status and mail to="a b"           several calls
  … because the guide says so        to say why
  s                                  to skip,  q to end,  ? for this list
A label as JSON works, too: {"expected_tool": "status"}`;

const RATING_HELP = `Type
  RATINGS
  0.5 dates                          a clause of the guide may follow
  … because the guide says so        to say why
  s                                  to skip,  q to end,  ? for this list`;

const RATINGS: Readonly<Record<Exclude<Task, 'label'>, string>> = {
  rate: '1, 0.5 or 0                        or: the same in meaning, the same in part, not the same',
  'rate-answer': '1, 0.5 or 0                        or: good, good in part, not good',
  'rate-goal': '1 or 0                             or: achieved, not achieved',
};

/** What can be typed, with examples. */
export function helpText(task: Task): string {
  return task === 'label' ? LABEL_HELP : RATING_HELP.replace('RATINGS', RATINGS[task]);
}

/** The same on one line. */
export function keysText(task: Task, opinions: number): string {
  const numbers = Array.from({ length: opinions }, (_, i) => i + 1).join(', ');
  const what = isRating(task) ? 'type a rating' : `type ${numbers}, a tool or none`;
  return `${what}; s skips, q ends, ? explains`;
}

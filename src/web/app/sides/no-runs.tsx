import type { JSX } from 'preact';
import { Empty } from '../frame/states.tsx';

/** Says how runs come here. */
export function NoRuns({
  title,
  isView = false,
}: {
  readonly title: string;
  readonly isView?: boolean;
}): JSX.Element {
  return (
    <Empty title={title} isView={isView}>
      <p>
        <code>whichtool run</code> keeps each of its runs.
      </p>
    </Empty>
  );
}

import type { JSX } from 'preact';
import { Empty } from '../frame/states.tsx';

/** Says how runs come here. */
export function NoRuns({ title }: { readonly title: string }): JSX.Element {
  return (
    <Empty title={title}>
      <p>
        <code>whichtool run</code> keeps each of its runs.
      </p>
    </Empty>
  );
}

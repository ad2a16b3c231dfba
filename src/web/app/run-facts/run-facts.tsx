import type { JSX } from 'preact';
import type { ApiRun } from '#schema';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign } from '../../components/foreign.tsx';

const COMMIT_LENGTH = 7;

/** When a run was made, and of what. */
export function RunFacts({
  run: { startedAt, revision, suites },
}: {
  readonly run: ApiRun;
}): JSX.Element {
  return (
    <Dotted
      class="soft small"
      parts={[
        <Moment time={startedAt} />,
        revision === null ? null : <Revision revision={revision} />,
        <Foreign text={suites.join(', ')} />,
      ]}
    />
  );
}

/** Minutes are enough for people; the attribute has the rest. */
export function Moment({ time }: { readonly time: string }): JSX.Element {
  return (
    <time dateTime={time} title={time}>
      <Foreign text={time.slice(0, 16).replace('T', ' ')} />
    </time>
  );
}

/** `main@0123456`. */
export function Revision({
  revision: { branch, commit },
}: {
  readonly revision: NonNullable<ApiRun['revision']>;
}): JSX.Element {
  return (
    <span class="mono">
      <Foreign text={`${branch ?? ''}@${commit.slice(0, COMMIT_LENGTH)}`} />
    </span>
  );
}

import type { JSX } from 'preact';
import type { Path } from '#schema';
import type { PlacedIssue } from '#suite-text';
import { Foreign } from '../../../../components/foreign.tsx';
import { isBelow, useEdit } from './edit-context.tsx';

/** What is wrong with the value at a path, or with something below it, in the words of the loader. */
export function ProblemsAt({
  path,
  isWhole = true,
}: {
  readonly path: Path;
  /** Whether what is below the path counts too. */
  readonly isWhole?: boolean;
}): JSX.Element | null {
  const { problems } = useEdit();
  const here = problems.filter(
    (problem) =>
      problem.path !== null &&
      isBelow(problem.path, path) &&
      (isWhole || problem.path.length === path.length),
  );
  return <ProblemList problems={here} />;
}

export function ProblemList({
  problems,
}: {
  readonly problems: readonly PlacedIssue[];
}): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <ul class="problems" role="alert">
      {problems.map(({ issue: { code, message, hint, severity } }, i) => (
        <li key={i} class={severity}>
          <span class="strong">{severity === 'error' ? 'Error: ' : 'Warning: '}</span>
          <Foreign text={hint === undefined ? message : `${message}; ${hint}`} />{' '}
          <code class="soft">{code}</code>
        </li>
      ))}
    </ul>
  );
}

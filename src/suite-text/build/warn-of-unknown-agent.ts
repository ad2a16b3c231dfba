import type { Path } from '#schema';
import type { Build } from './build.ts';
import { hintFor } from '../problems/hint-for.ts';

/** An agent that is not declared may still be fine where its runs were recorded. */
export function warnOfUnknownAgent(name: string | undefined, path: Path, build: Build): void {
  const { agents } = build.document;
  if (name === undefined || agents === undefined || Object.hasOwn(agents, name)) return;
  const hint = (): string | undefined => hintFor(name, Object.keys(agents), 'declared are');
  build.problems.warn('SUITE_UNKNOWN_AGENT', path, `agent "${name}" is not declared`, hint);
}

import {
  type CallRuleSpec,
  formatPattern,
  patternKey,
  ToolIndex,
  type ToolPattern,
  toolOfPattern,
} from '#core';
import type { CallRulesDocument, Path } from '#schema';
import type { Problems } from '../problems/problems.ts';

/** The forbidden tools of a test or an eval, and those of its suite. */
interface Forbidden {
  readonly local: readonly ToolPattern[];
  readonly above: readonly ToolPattern[];
}

/**
 * Reports forbidden tools whose calls are neutral, renamed or unwrapped before they are counted: such a gate could never fail.
 * `spec` holds the rules of the place, with those from above.
 */
export function checkForbidden(
  { local, above }: Forbidden,
  { neutral, aliases, unwrap }: CallRulesDocument,
  spec: CallRuleSpec,
  path: Path,
  problems: Problems,
): void {
  local.forEach((tool, index) => rejectUnseen(tool, [...path, 'forbidden', index], spec, problems));
  // What is forbidden above was checked there, with what is neutral, renamed or unwrapped there.
  const rule = Object.entries({ neutral, aliases, unwrap }).find(
    ([, value]) => value !== undefined,
  );
  if (rule === undefined) return;
  const at = [...path, rule[0]];
  for (const tool of above) rejectUnseen(tool, at, spec, problems);
}

/** Reports a forbidden tool whose calls are neutral, renamed or unwrapped before they are counted. */
export function rejectUnseen(
  tool: ToolPattern,
  at: Path,
  spec: CallRuleSpec,
  problems: Problems,
): void {
  const why = explainUnseen(tool, spec);
  if (why === null) return;
  const code = why === NEUTRAL_TOO ? 'SUITE_NEUTRAL_EXPECTED' : 'SUITE_FORBIDDEN_UNSEEN';
  const hint = 'such calls never reach the gate; drop one of the two';
  problems.error(code, at, `${formatPattern(tool)} is forbidden, and ${why}`, hint);
}

const NEUTRAL_TOO = 'neutral too';

/** Why no call of a tool is left when calls are counted; null where one may be. */
export function explainUnseen(
  tool: ToolPattern,
  { neutral, aliases, unwrap }: CallRuleSpec,
): string | null {
  if (neutral.some((pattern) => patternKey(pattern) === patternKey(tool))) return NEUTRAL_TOO;
  const cover = neutral.find((pattern) => covers(pattern, tool));
  if (cover !== undefined) return `calls of ${formatPattern(cover)} are neutral`;
  const wrapper = unwrap.find((rule) => covers(rule.tool, tool));
  if (wrapper !== undefined) return 'its calls count as calls of the tools that they name (unwrap)';
  const alias = aliases.find(({ from }) => covers(from, tool));
  if (alias === undefined || aliases.some(({ to }) => covers(tool, to))) return null;
  return `its calls are renamed to ${formatPattern(alias.to)}`;
}

/** Whether a pattern matches all calls of another, read as a name or as a server and a name. */
function covers(pattern: ToolPattern, other: ToolPattern): boolean {
  if (patternKey(pattern) === patternKey(other)) return true;
  return new ToolIndex([[pattern]]).match(toolOfPattern(other)).length > 0;
}

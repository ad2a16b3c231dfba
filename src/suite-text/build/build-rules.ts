import {
  type CallRuleSpec,
  formatPattern,
  NO_CALL_RULES,
  parseDay,
  patternKey,
  type ToolPattern,
  type UnwrapRule,
} from '#core';
import type { CallRulesDocument, Path } from '#schema';
import type { Build } from './build.ts';
import { checkPattern } from './check-expected.ts';
import { checkForbidden } from './check-forbidden.ts';
import type { Problems } from '../problems/problems.ts';

/** What a suite, test or eval says of calls and of unmeasured runs, with what it takes over from above. */
export interface Rules {
  readonly spec: CallRuleSpec;
  readonly forbidden: readonly ToolPattern[];
  /** The spellings of neutral tools, and the keys of the other neutral patterns: none may be expected. */
  readonly neutralKeys: ReadonlySet<string>;
  readonly countErrorsAsEmpty: boolean;
  readonly maxErrors: number;
  /** Null where that is left to the agent. */
  readonly isComplete: boolean | null;
  /** The day that relative dates of expectations count from. */
  readonly today: string | null;
}

/** What rules need of a suite that is being built. */
type RulesBuild = Pick<Build, 'problems' | 'context'>;

const RULE_KEYS: readonly (keyof CallRulesDocument)[] = [
  'neutral',
  'forbidden',
  'unwrap',
  'aliases',
  'skills',
  'requester',
  'status',
  'ignore_types',
  'failed_when',
  'errors',
  'max_errors',
  'complete',
  'today',
];

/** The rules of a whole suite. */
export function buildSuiteRules(document: CallRulesDocument, build: RulesBuild): Rules {
  const nothing: Rules = {
    spec: NO_CALL_RULES,
    forbidden: [],
    neutralKeys: new Set(),
    countErrorsAsEmpty: false,
    maxErrors: 0,
    isComplete: null,
    today: null,
  };
  return buildRules(document, nothing, [], build);
}

/** The rules of a test or an eval: lists join those of the suite, single values replace them. */
export function buildRules(
  document: CallRulesDocument,
  above: Rules,
  path: Path,
  build: RulesBuild,
): Rules {
  const { problems } = build;
  const {
    neutral,
    forbidden,
    unwrap,
    aliases,
    skills,
    requester,
    status,
    ignore_types: ignoreTypes,
    failed_when: failedWhen,
    errors,
    max_errors: maxErrors,
    complete,
    today,
  } = document;
  if (!RULE_KEYS.some((key) => Object.hasOwn(document, key))) return above;
  unwrap?.forEach((rule, index) => checkUnwrap(rule, [...path, 'unwrap', index], problems));
  if (today !== undefined) checkToday(today, [...path, 'today'], problems);
  if (failedWhen !== undefined)
    checkPattern(failedWhen.result_matches, [...path, 'failed_when', 'result_matches'], build);
  const changed =
    neutral ?? unwrap ?? aliases ?? skills ?? requester ?? status ?? ignoreTypes ?? failedWhen;
  const spec: CallRuleSpec =
    changed === undefined
      ? above.spec
      : {
          // The first rule that fits is applied, so the nearer ones come first.
          unwrap: [...(unwrap ?? []), ...above.spec.unwrap],
          aliases: [
            ...Object.entries(aliases ?? {}).map(([from, to]) => ({ from, to })),
            ...above.spec.aliases,
          ],
          neutral: [...above.spec.neutral, ...(neutral ?? [])],
          requester: requester === undefined ? above.spec.requester : [requester].flat(),
          status: status ?? above.spec.status,
          ...((skills ?? above.spec.skills) === true ? { skills: true } : {}),
          ...joinTypes(above.spec.ignoreTypes, ignoreTypes),
          failedWhen:
            failedWhen === undefined
              ? above.spec.failedWhen
              : { resultMatches: failedWhen.result_matches },
        };
  const rules: Rules = {
    spec,
    forbidden: [...above.forbidden, ...(forbidden ?? [])],
    neutralKeys: spec === above.spec ? above.neutralKeys : new Set(spec.neutral.map(neutralKey)),
    countErrorsAsEmpty:
      errors === undefined ? above.countErrorsAsEmpty : errors === 'count_as_empty',
    maxErrors: maxErrors ?? above.maxErrors,
    isComplete: complete ?? above.isComplete,
    today: today ?? above.today,
  };
  checkForbidden(
    { local: forbidden ?? [], above: above.forbidden },
    document,
    spec,
    path,
    problems,
  );
  return rules;
}

function joinTypes(
  above: readonly string[] | undefined,
  local: readonly string[] | undefined,
): Pick<CallRuleSpec, 'ignoreTypes'> {
  const types = [...(above ?? []), ...(local ?? [])];
  return types.length === 0 ? {} : { ignoreTypes: types };
}

/** A spelling is its own key, so that looking one up builds no text; the key of a pair is not a spelling of a tool. */
function neutralKey(tool: ToolPattern): string {
  return typeof tool === 'string' ? tool : `\0${patternKey(tool)}`;
}

/** A tool that counts neither way cannot be expected too. */
export function rejectNeutral(
  tool: ToolPattern,
  rules: Rules,
  path: Path,
  problems: Problems,
): void {
  if (rules.neutralKeys.size === 0 || !rules.neutralKeys.has(neutralKey(tool))) return;
  const message = `${formatPattern(tool)} is expected, and neutral too`;
  const hint = 'calls to a neutral tool are not seen by any scorer; drop it from one of the lists';
  problems.error('SUITE_NEUTRAL_EXPECTED', path, message, hint);
}

/** A reference date is a day that exists. */
export function checkToday(today: string, path: Path, problems: Problems): void {
  if (parseDay(today) !== null) return;
  const message = `${JSON.stringify(today)} is not a day`;
  problems.error('SUITE_VALUE', path, message, 'write it as 2026-03-01');
}

const ARGUMENT_PATH = /^\$(?:\.[^.[\]*?()@\s]+)+$/;

function checkUnwrap(rule: UnwrapRule, path: Path, problems: Problems): void {
  for (const key of ['server', 'name', 'arguments'] as const) {
    const written = rule[key];
    if (written !== undefined && written !== '')
      checkArgumentPath(written, [...path, key], problems);
  }
}

/** Paths into arguments are plain keys: no wildcards, filters or scripts. */
export function checkArgumentPath(written: string, path: Path, problems: Problems): void {
  if (ARGUMENT_PATH.test(written)) return;
  const message = `${JSON.stringify(written)} is not a path into arguments`;
  problems.error('SUITE_VALUE', path, message, 'write $.key or $.key.key');
}

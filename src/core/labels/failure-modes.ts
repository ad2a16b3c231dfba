import type { CallChecker, Catalog } from '../calls/call-checker.ts';
import { CallSet } from '../calls/call-set.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import type { LabelCall } from './label.ts';
import type { Pairer, Pairing } from './pairing.ts';
import type { ToolCosts } from './tool-costs.ts';

/** The ways in which a case can go wrong, in the order in which they are listed. */
export const FAILURE_MODES = [
  'over_tooling',
  'under_tooling',
  'wrong_tool',
  'missed_tool',
  'unneeded_tool',
  'duplicate_call',
  'hallucinated_tool',
  'wrong_args_shape',
  'wrong_args_value',
  'unparsed_args',
] as const;

export type FailureMode = (typeof FAILURE_MODES)[number];

/** The modes that only arguments decide, also where none are labelled. */
export const BY_ARGUMENTS: readonly FailureMode[] = ['duplicate_call', 'unparsed_args'];

/** What failure modes are decided by besides the pairs. */
export interface CaseContext {
  readonly checker: CallChecker;
  readonly costs: ToolCosts;
}

/** Which failure modes a case shows, each once. */
export function findFailureModes(
  pairer: Pairer,
  { pairs, extras }: Pairing,
  calls: readonly ToolCall[],
  trace: Trace,
  { checker, costs }: CaseContext,
): ReadonlySet<FailureMode> {
  const modes = new Set<FailureMode>();
  const catalog = checker.catalogOf(trace);
  if (extras.length > 0) modes.add('over_tooling');
  for (const { expected, call, acceptable } of pairs) {
    if (expected === -1) {
      if (!acceptable) modes.add('unneeded_tool');
    } else if (call === -1) modes.add('missed_tool');
    else if (acceptable) {
      const expectation = pairer.expectation(expected);
      if (expectation === null || expectation.fits(calls[call]!)) continue;
      modes.add(expectation.hasShape(calls[call]!) ? 'wrong_args_value' : 'wrong_args_shape');
    } else {
      modes.add('wrong_tool');
      const { tools } = pairer.label.calls[expected] as LabelCall;
      const price = costs.ofPattern(tools[0], catalog);
      const paid = costs.of(calls[call]!, catalog);
      if (paid > price) modes.add('over_tooling');
      else if (paid < price) modes.add('under_tooling');
    }
  }
  addUnlabelled(modes, calls, catalog);
  return modes;
}

/** The modes that need no label. */
function addUnlabelled(
  modes: Set<FailureMode>,
  calls: readonly ToolCall[],
  catalog: Catalog | null,
): void {
  const seen = calls.length > 1 ? new CallSet() : null;
  calls.forEach((call, i) => {
    if (seen !== null && seen.add(call, i) !== i) modes.add('duplicate_call');
    if (catalog !== null && catalog.find(call) === undefined) modes.add('hallucinated_tool');
    if (call.arguments.state === 'unparsed') modes.add('unparsed_args');
  });
}

const WITHOUT_LABEL: readonly FailureMode[] = [
  'duplicate_call',
  'hallucinated_tool',
  'unparsed_args',
];

/** Of a partial run: the failure modes that it shows whatever further calls come, and those that it could show. */
export function reachFailureModes(
  { label, labelledArguments }: Pairer,
  calls: readonly ToolCall[],
  seen: readonly FailureMode[],
): Record<'lasting' | 'possible', ReadonlySet<FailureMode>> {
  const lasting = new Set(
    seen.filter((mode) => mode === 'unneeded_tool' || WITHOUT_LABEL.includes(mode)),
  );
  // With one call expected at most, calls beyond the first stay extras.
  if (label.kind !== 'calls' && calls.length > 1) lasting.add('over_tooling');
  const possible = new Set<FailureMode>(['over_tooling', ...WITHOUT_LABEL, ...seen]);
  if (label.kind === 'none') possible.add('unneeded_tool');
  else {
    possible.add('wrong_tool').add('under_tooling');
    if (label.kind === 'calls') possible.add('missed_tool');
    if (labelledArguments > 0) possible.add('wrong_args_shape').add('wrong_args_value');
  }
  return { lasting, possible };
}

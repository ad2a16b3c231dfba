import type { PartComparison, UsageChange } from '#core';

/** What changed in what runs used, and what could not be compared though a rule is about it; begins with `; `. */
export function usageText(part: PartComparison): string {
  const { usage = [] } = part;
  const changed = usage
    .filter(({ pairs, before, after }) => pairs > 0 && before !== after)
    .map((usageChange) => `; ${changeText(usageChange, part)}`);
  const open = usage
    .filter(isOpen)
    .map((usageChange) => nameOf(usageChange) + missingText(usageChange));
  return changed.join('') + (open.length === 0 ? '' : `; not recorded in both: ${open.join(', ')}`);
}

/** The figures that a rule is about and that some test or case does not record; begins with `; `. */
export function openUsage(parts: readonly PartComparison[]): string {
  const names = parts.flatMap(({ usage = [] }) => usage.filter(isOpen).map(nameOf));
  return names.length === 0 ? '' : `; not measured: ${[...new Set(names)].join(', ')}`;
}

function isOpen({ pairs, missing, outcome }: UsageChange): boolean {
  return outcome !== null && (missing > 0 || pairs === 0);
}

/** Why a part fails by what its runs used. */
export function failedUsage(part: PartComparison): readonly string[] {
  const failed = (part.usage ?? []).filter(({ outcome }) => outcome === 'fail');
  return failed.map(
    (usageChange) => `${nameOf(usageChange)} per ${unitOf(part)} ${riseOf(usageChange)}`,
  );
}

/** What a rule is about and is not recorded. */
export function unmeasuredUsage({ usage = [] }: PartComparison): readonly string[] {
  return usage
    .filter(({ outcome }) => outcome === 'error')
    .map(
      (usageChange) =>
        `${nameOf(usageChange)} is ${notRecorded(usageChange)}${missingText(usageChange)}`,
    );
}

function notRecorded({ lost = 0 }: UsageChange): string {
  return lost === 0 ? 'not recorded' : 'recorded in the baseline and not now';
}

function missingText({ pairs, missing }: UsageChange): string {
  return pairs === 0 ? '' : ` in ${missing} of ${pairs + missing}`;
}

function changeText(usageChange: UsageChange, part: PartComparison): string {
  const { before, after, interval, bound } = usageChange;
  const range = interval === null ? '' : `, 95 % interval ${interval.map(percent).join(' to ')}`;
  const limit = bound === null ? '' : `, at most +${percent(bound)} %`;
  const values = `${before} -> ${after}${usageChange.metric === 'time.mean' ? ' ms' : ''}`;
  const few =
    interval === null && usageChange.outcome === 'inconclusive' ? ', too few to tell' : '';
  return `${nameOf(usageChange)} per ${unitOf(part)} ${values} (${riseOf(usageChange)}${range}${limit}${few})`;
}

function riseOf({ change }: UsageChange): string {
  if (change === null) return 'from 0';
  return `${change > 0 ? '+' : ''}${percent(change)} %`;
}

function nameOf({ metric }: UsageChange): string {
  return metric.slice(0, -'.mean'.length);
}

function unitOf({ kind }: PartComparison): string {
  return kind === 'eval' ? 'case' : 'run';
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}

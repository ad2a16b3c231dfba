import { constants } from 'node:os';
import type { Issue, ToolSetReport, Verdict } from '#core';
import type { TryReport } from '#reporters';

/** 0 every gate held · 1 a gate failed · 2 unusable input · 3 not measured · 4 a bug · 5 inconclusive. */
export const EXIT = {
  ok: 0,
  failed: 1,
  unusable: 2,
  unmeasured: 3,
  bug: 4,
  inconclusive: 5,
} as const;

/** The exit code of a report: a failed gate wins over what was not measured. */
export function exitCodeOf(report: { readonly verdict: Verdict }): number {
  switch (report.verdict) {
    case 'fail':
      return EXIT.failed;
    case 'error':
      return EXIT.unmeasured;
    case 'inconclusive':
      return EXIT.inconclusive;
    case 'pass':
      return EXIT.ok;
  }
}

/** Where several codes apply: the first of 2, 4, 1, 3, 5. */
const WORST_FIRST: readonly number[] = [
  EXIT.unusable,
  EXIT.bug,
  EXIT.failed,
  EXIT.unmeasured,
  EXIT.inconclusive,
];

/** The exit code where both apply. */
export function worstExit(a: number, b: number): number {
  return WORST_FIRST.find((code) => code === a || code === b) ?? a;
}

/** The exit code of a result without gates: `unread` parts of it could not be read or written. */
export function exitCodeOfReading(unread: number): number {
  return unread > 0 ? EXIT.unmeasured : EXIT.ok;
}

/** The exit code of thresholds: whether each holds, null where it was not measured. */
export function exitCodeOfThresholds(
  outcomes: readonly (boolean | null)[],
  isMeasured: boolean,
): number {
  const isKnown = isMeasured && outcomes.every((holds) => holds !== null);
  const measured = exitCodeOfReading(isKnown ? 0 : 1);
  return outcomes.includes(false) ? worstExit(measured, EXIT.failed) : measured;
}

/** The exit code of a look at tools; a server or a model that did not answer leaves it unmeasured. */
export function exitCodeOfTools(
  { confusable, issues, judged }: Pick<ToolSetReport, 'confusable' | 'issues' | 'judged'>,
  maxConfusable: number | null,
): number {
  return exitCodeOfThresholds(
    maxConfusable === null ? [] : [confusable.length <= maxConfusable],
    !hasErrors(issues) && (judged?.pairs.every(({ error }) => error === null) ?? true),
  );
}

/** The exit code of a trial: worse wins over what was not measured. */
export function exitCodeOfTrial({ verdict, errors, issues }: TryReport): number {
  if (verdict === 'worse') return EXIT.failed;
  if (errors > 0 || hasErrors(issues)) return EXIT.unmeasured;
  return verdict === 'better' ? EXIT.ok : EXIT.inconclusive;
}

function hasErrors(issues: readonly Pick<Issue, 'severity'>[]): boolean {
  return issues.some(({ severity }) => severity === 'error');
}

/** The exit code after a signal, as shells write it. */
export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The exit code of a captured program: its own, or 3 where it ended well and nothing was caught. */
export function exitCodeOfProgram(
  { code, signal }: { readonly code: number | null; readonly signal: NodeJS.Signals | null },
  isCaught: boolean,
): number {
  if (code === 0) return exitCodeOfReading(isCaught ? 0 : 1);
  return code ?? (signal === null ? 128 : exitCodeOfSignal(signal));
}

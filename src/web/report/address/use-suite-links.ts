import { type SuitePart, useAddresses } from './addresses.ts';
import type { Measured } from '../data/report-source.ts';

/** Where a test or an eval can be changed; null where that cannot be opened from here. */
export interface SuiteLinks {
  /** The editor of its suite, at a gate, a class or a tool. */
  readonly edit: (part: SuitePart | null) => string | null;
  /** Other descriptions of two tools that are taken for each other. */
  readonly trial: (expected: string, called: string) => string | null;
}

/** The links of a test or an eval to its suite. */
export function useSuiteLinks(measured: Measured): SuiteLinks {
  const { editor, trial } = useAddresses();
  const file = measured.suite?.file;
  if (file === undefined) return NO_LINKS;
  const kind = 'cases' in measured ? 'eval' : 'test';
  const of = { suite: file, kind, name: measured.name } as const;
  return {
    edit: (part) => editor?.(of, part) ?? null,
    trial: (expected, called) =>
      kind === 'test' || expected === called ? null : (trial?.(of, expected, called) ?? null),
  };
}

const NO_LINKS: SuiteLinks = { edit: () => null, trial: () => null };

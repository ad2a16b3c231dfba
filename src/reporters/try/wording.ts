import { type ComparisonVerdict, formatTool, type Verdict } from '#core';
import { formatP } from '../comparison/wording.ts';
import { formatCount } from '../values/value.ts';
import type {
  AgentPatch,
  PairedCases,
  ToolPatch,
  TriedCell,
  TriedShares,
  TriedTests,
  TryReport,
} from './try-report.ts';

/** So many changed cases are the fewest that can be more than chance: five of five are chance once in sixteen. */
const FEWEST = 6;

/** The colour of what was found. */
export function toneOf(verdict: ComparisonVerdict): Verdict {
  if (verdict === 'better') return 'pass';
  return verdict === 'worse' ? 'fail' : 'inconclusive';
}

/** What came of it, in a few words. */
export function headlineOf({ verdict, errors, evals, tests }: TryReport): string {
  const failed = errors === 0 ? '' : `; ${formatCount(errors, 'run')} could not be measured`;
  if (verdict === 'better' || verdict === 'worse') return `${verdict} than before${failed}`;
  const parts = [...evals, ...(tests === undefined ? [] : [tests])];
  const [fixed, broken] = [sum(parts, 'fixed'), sum(parts, 'broken')];
  const what = tests === undefined ? 'case' : evals.length === 0 ? 'test' : 'case and no test';
  if (fixed + broken === 0) return `cannot tell: no ${what} changed${failed}`;
  return `cannot tell: ${fixed} fixed, ${broken} broken${failed}`;
}

function sum(
  parts: readonly Pick<TriedShares, 'fixed' | 'broken'>[],
  key: 'fixed' | 'broken',
): number {
  return parts.reduce((all, part) => all + part[key], 0);
}

/** What a set of cases came to, in one or two words. */
export function verdictText({ verdict, fixed, broken, pairs }: Omit<TriedShares, 'p'>): string {
  if (pairs === 0) return 'not measured';
  if (verdict === 'better' || verdict === 'worse') return verdict;
  return fixed + broken === 0 ? 'no change' : 'cannot tell';
}

/** What the changed cases mean. */
export function explainChange({ verdict, fixed, broken, p, deciding }: PairedCases): string {
  const changed = fixed + broken;
  if (changed === 0) return 'No case changed: what was tried made no difference to these cases.';
  const counted = `${formatCount(changed, 'case')} changed`;
  if (verdict === 'better' || verdict === 'worse')
    return `${counted}, ${fixed} for the better: more than chance, exact p ${formatP(p.exact)}.`;
  const more = deciding === null ? '' : ` About ${formatCount(deciding, 'case')} would decide.`;
  if (changed < FEWEST)
    return `Only ${counted}: fewer than ${FEWEST} cannot tell, whichever way they went.${more}`;
  return `${counted}, ${fixed} for the better: that may be chance, exact p ${formatP(p.exact)}.${more}`;
}

/** What the runs of tests mean. */
export function explainTests(tried: TriedTests): string {
  const { verdict, fixed, broken, p, before, after, identical = 0 } = tried;
  const runs = `${before.k} of ${formatCount(before.n, 'run')} passed before, ${after.k} of ${after.n} do now`;
  if (fixed + broken === 0) return `${runs}: no test changed.`;
  if (verdict === 'better' || verdict === 'worse')
    return `${runs}: more than chance, exact p ${formatP(p.exact)}.`;
  return `${runs}: that may be chance, exact p ${formatP(p.exact)}. ${identical > 0 ? 'More tests' : 'More runs of each test'} may decide.`;
}

/** What became of a cell. */
export function explainCell({ named, p, before, after }: TriedCell): string {
  const fates = (['fixed', 'still', 'elsewhere', 'unknown'] as const)
    .filter((fate) => named[fate] > 0)
    .map((fate) => `${named[fate]} ${FATES[fate]}`);
  const listed = named.total < before && named.total > 0 ? `of ${named.total} named: ` : '';
  const chance = p === null || p.exact === 1 || before === after ? [] : [explainP(p)];
  return `${listed}${[...fates, ...chance].join(', ')}`;
}

function explainP({ exact, adjusted }: NonNullable<TriedCell['p']>): string {
  return `p ${formatP(exact)}${adjusted === exact ? '' : `, adjusted ${formatP(adjusted)}`}`;
}

const FATES = {
  fixed: 'fixed',
  still: 'still there',
  elsewhere: 'gone elsewhere',
  unknown: 'not known',
} as const;

/** The cells by which way they went. */
export function groupCells(
  cells: readonly TriedCell[],
): readonly { readonly title: string; readonly tone: Verdict; readonly cells: TriedCell[] }[] {
  const which = (fits: (cell: TriedCell) => boolean): TriedCell[] => cells.filter(fits);
  return [
    { title: 'more confused', tone: 'fail', cells: which(({ before, after }) => after > before) },
    { title: 'less confused', tone: 'pass', cells: which(({ before, after }) => after < before) },
    {
      title: 'confused as before',
      tone: 'inconclusive',
      cells: which((triedCell) => triedCell.after === triedCell.before),
    },
  ];
}

/** What the model saw before (`-`) and sees now (`+`). */
export interface PatchLines {
  readonly title: string;
  readonly lines: readonly { readonly sign: '-' | '+'; readonly text: string }[];
}

/** A tool as lines. */
export function patchLines({
  server,
  name,
  description,
  inputSchema,
  removed,
  modes,
}: ToolPatch): PatchLines {
  const title = formatTool({ server, name });
  if (removed !== undefined) {
    const { mergedInto } = removed;
    const fate = mergedInto === null ? 'not offered' : `now ${mergedInto} with a mode`;
    const lines = textLines('-', removed.description ?? '(no description)');
    return { title: `${title}, ${fate}`, lines };
  }
  const isNew = modes !== undefined;
  const lines = [
    ...textLines('-', description?.before ?? null),
    ...textLines('+', description?.after ?? null),
    ...Object.entries(modes ?? {}).flatMap(([mode, tool]) => textLines('+', `${mode}: ${tool}`)),
    ...textLines(
      '-',
      inputSchema === undefined || isNew ? null : JSON.stringify(inputSchema.before),
    ),
    ...textLines('+', inputSchema === undefined ? null : JSON.stringify(inputSchema.after)),
  ];
  return { title: isNew ? `${title}, new` : title, lines };
}

/** An agent's system prompt and examples as lines. */
export function agentLines({ agent, system, examples = [] }: AgentPatch): PatchLines {
  const lines = [
    ...textLines('-', system?.before ?? null),
    ...textLines('+', system?.after ?? null),
    ...examples.flatMap((example) => textLines('+', `example ${example}`)),
  ];
  return { title: `agent ${agent}`, lines };
}

function textLines<Sign extends '-' | '+'>(
  sign: Sign,
  text: string | null,
): readonly { readonly sign: Sign; readonly text: string }[] {
  return text === null
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => ({ sign, text: line }));
}

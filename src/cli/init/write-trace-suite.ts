import { dirname, join, resolve } from 'node:path';
import { isSourceUrl, type ProposedGate, type TestDraft } from '#core';
import { posixRelative } from '#platform';
import { formatCount, makeVisible } from '#reporters';
import { type ChosenTraces, draftSuite, type DraftedSuite, EXIT } from '#run';
import { print, save } from '../output/output.ts';
import { Progress } from '../output/progress.ts';
import { widthOf } from '../output/terminal.ts';
import { VERSION } from '../output/version.ts';
import { wrapLine } from '../output/wrap-line.ts';

const SUITE = 'whichtool.yaml';
const MAX_NAMED = 5;

export interface TraceSuiteFlags {
  readonly folder: string;
  /** Whether the user named the folder. */
  readonly isPlaceNamed: boolean;
  readonly isDry: boolean;
  readonly json: boolean;
}

/** Writes a suite that holds on traces, and prints what it asks. */
export async function writeTraceSuite(
  traces: ChosenTraces,
  { folder, isPlaceNamed, isDry, json }: TraceSuiteFlags,
): Promise<number> {
  const path = join(folder, SUITE);
  const progress = new Progress(process.stderr);
  const drafted = await draftSuite(traces, {
    path: resolve(path),
    // Nothing is added to any folder by a dry run.
    isPlaceNamed: isPlaceNamed || isDry,
    version: VERSION,
    onProgress: (count) => progress.update(count),
  }).finally(() => progress.clear());
  if (!isDry) await save(path, [drafted.text]);
  const next = `npx whichtool run${folder === '.' ? '' : ` ${path}`}`;
  const outcome = { path, isDry, next };
  if (json) await print([`${JSON.stringify(describe(traces, drafted, outcome), null, 2)}\n`]);
  else if (isDry) {
    await print([drafted.text]);
    process.stderr.write(summaryText(process.stderr, traces, drafted, outcome));
  } else await print([summaryText(process.stdout, traces, drafted, outcome)]);
  return EXIT.ok;
}

interface Outcome {
  readonly path: string;
  readonly isDry: boolean;
  readonly next: string;
}

/** What was drafted, in lines that fit the stream. The command to run next stays in one piece. */
function summaryText(
  stream: NodeJS.WriteStream,
  traces: ChosenTraces,
  drafted: DraftedSuite,
  outcome: Outcome,
): string {
  const width = widthOf(stream);
  const lines = [...summarise(traces, drafted, outcome)].map((line) => wrapLine(line, width));
  return `${lines.join('\n')}\n\nRead the suite, then run it:  ${outcome.next}\n`;
}

function* summarise(
  traces: ChosenTraces,
  { draft, unmeasured }: DraftedSuite,
  { path, isDry }: Outcome,
): Generator<string> {
  for (const test of draft.tests) {
    const { format, runs, errors, calls, use } = test;
    const { length } = use.classes;
    const classes = `${length} ${length === 1 ? 'class' : 'classes'}`;
    const lost = errors === 0 ? '' : `, ${errors} more not measured`;
    yield makeVisible(
      `${namesOf(test.traces)}: ${formatCount(runs, 'run')} of ${format}${lost}, ${formatCount(calls, 'call')}, ${classes}`,
    );
  }
  const others = othersOf(traces, path);
  if (others.length > 0)
    yield `not traces, so not in the suite: ${makeVisible(namesOf(others.map(relative)))}`;
  if (unmeasured.length > 0)
    yield `no run can be measured, so not in the suite: ${makeVisible(namesOf(unmeasured.map(relative)))}`;
  if (traces.isCut) yield 'the project is large, and not all of it was searched: name other traces';
  const gates = draft.tests.flatMap(gatesOf);
  const counts = `${formatCount(draft.tests.length, 'test')}, ${formatCount(gates.length, 'gate')}`;
  yield `${isDry ? 'would write' : 'wrote'} ${path}: ${counts}; all of them hold on these runs`;
  const ungated = new Set(draft.tests.flatMap(({ gates }) => gates?.ungated ?? []).map(metricOf));
  if (ungated.size > 0) yield `without a gate, as the suite explains: ${[...ungated].join(', ')}`;
}

function describe(
  { files, others, isCut }: ChosenTraces,
  { draft, text, unmeasured }: DraftedSuite,
  { path, isDry, next }: Outcome,
): unknown {
  return {
    schemaVersion: 1,
    kind: 'init',
    suite: path,
    written: !isDry,
    files: files.map(({ path: file, format }) => ({ file: relative(file), format })),
    notTraces: others.map(relative),
    notMeasured: unmeasured.map(relative),
    searchedAll: !isCut,
    classes: draft.classes.map(({ name, members }) => ({ name, members })),
    tests: draft.tests.map((test) => ({
      name: test.name,
      traces: test.traces,
      format: test.format,
      runs: test.runs,
      errors: test.errors,
      calls: test.calls,
      gates: gatesOf(test),
      ungated: test.gates?.ungated ?? [],
    })),
    ...(isDry ? { text } : {}),
    next,
  };
}

/** Files that a reader may miss in the suite: those that were named, and those beside traces. */
function othersOf({ files, others, isNamed }: ChosenTraces, suite: string): readonly string[] {
  if (isNamed) return others;
  const folders = new Set(files.map(({ path }) => dirname(path)));
  folders.delete(dirname(resolve(suite)));
  return others.filter((path) => folders.has(dirname(path)));
}

function gatesOf({ gates }: TestDraft): readonly ProposedGate[] {
  if (gates === null) return [];
  return [...gates.selection, ...gates.coverage, ...gates.others];
}

function metricOf({ metric }: { readonly metric: string }): string {
  return metric;
}

function namesOf(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  return `${paths.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A path as the user writes it; the address of a table is one already. */
function relative(path: string): string {
  return isSourceUrl(path) ? path : posixRelative(process.cwd(), path);
}

import type { EvalReport, Report, TestReport } from '#core';
import type { Block, Document, Group, Note, Series } from '../document/index.ts';
import { comparisonBlocks } from '../comparison/document.ts';
import { toneOfAll } from '../comparison/wording.ts';
import { headlineOf } from '../comparison/sentence.ts';
import { warningGroups } from '../parts/warnings.ts';
import { totalsParts, WORST_FIRST } from '../wording/headline.ts';
import { judgeParts, judgesOf } from '../wording/judged.ts';
import { describeRepeats } from '../wording/repeats.ts';
import { formatNumber } from '../values/value.ts';
import { verdictLine } from '../wording/verdict-line.ts';
import { evalGroup } from './eval-group.ts';
import { tellingBlocks } from './evidence.ts';
import { openGateBlocks } from './open-gates.ts';
import { overviewLists } from './overview.ts';
import { passingTests } from './passing-tests.ts';
import { pointerNotes } from './pointers.ts';
import { sweepGroups } from './sweeps.ts';
import { testTags } from './tags.ts';
import { testGroup } from './test-group.ts';
import { variantTable } from './variants.ts';

const SHOWN = { brief: 50, full: Infinity };
const WARNINGS_OF_A_CODE = 1;
const POINTER = '--reporter html=report.html';

/** A run: the verdict, then what is wrong and why, then what is right. */
export function runDocument(report: Report): Document {
  return { version: report.version, blocks: blocksOf(report) };
}

function* blocksOf(report: Report): Iterable<Block> {
  const { verdict, tests, evals, baseline } = report;
  const { word, parts, why } = verdictLine(report);
  const all = [...parts, ...why];
  yield { kind: 'headline', command: null, tone: verdict, verdict: word, parts: all };
  const open = worstFirst([...tests, ...evals]);
  yield* openGateBlocks(open);
  const overview = overviewLists(report);
  if (overview.length > 0) yield { kind: 'group', tone: 'plain', title: '', blocks: overview };
  yield* tellingBlocks(open);
  const [only] = tests;
  const isAlone = tests.length + evals.length === 1;
  if (isAlone && only !== undefined)
    yield* [testGroup(only, true), ...(only.gates.length === 0 ? adviceOn([only]) : [])];
  else yield seriesOf(worstFirst(tests), (test) => testGroup(test, false));
  yield seriesOf(worstFirst(evals), (each) => evalGroup(each, isAlone));
  const passing = tests.filter((test) => test.verdict === 'pass');
  if (!isAlone && passing.length > 0) yield* [...passingTests(passing), ...adviceOn(passing)];
  yield seriesOf(
    evals.filter((each) => each.verdict === 'pass'),
    (each) => evalGroup(each, isAlone),
  );
  yield* testTags(report);
  yield* sweepGroups(report);
  const variants = variantTable(report);
  if (variants !== null) yield variants;
  const repeats = describeRepeats(report).map((text) => ({ text }));
  if (repeats.length > 0) yield { kind: 'list', layout: 'lines', items: repeats };
  for (const judge of judgesOf(report)) yield { kind: 'facts', parts: judgeParts(judge) };
  if (baseline !== undefined)
    yield {
      kind: 'group',
      tone: toneOfAll(baseline),
      isMarked: true,
      title: `baseline: ${headlineOf(baseline)}`,
      blocks: comparisonBlocks(baseline),
    };
  yield* warningGroups(report, WARNINGS_OF_A_CODE);
  yield { kind: 'facts', tone: verdict, isMarked: true, parts: totalsParts(report) };
  yield* pointerNotes(report);
}

function worstFirst<T extends TestReport | EvalReport>(all: readonly T[]): T[] {
  return WORST_FIRST.filter((verdict) => verdict !== 'pass').flatMap((verdict) =>
    all.filter((each) => each.verdict === verdict),
  );
}

/** Groups are made as they are shown: a report may have a million tests. */
function seriesOf<T>(all: readonly T[], toGroup: (each: T) => Group): Series {
  const groups = {
    *[Symbol.iterator]() {
      for (const each of all) yield toGroup(each);
    },
  };
  return { kind: 'series', groups, total: all.length, cap: SHOWN, noun: 'result', see: POINTER };
}

/** A pass on a gate that was not chosen is worth less than it looks. */
function adviceOn(tests: readonly TestReport[]): Note[] {
  const passing = tests.filter((test) => test.verdict === 'pass' && test.suite !== null);
  const without = passing.filter((test) => test.gates.length === 0).length;
  const byDefault = passing.filter(
    (test) => test.gates.length > 0 && test.gates.every((gate) => gate.source === 'default'),
  ).length;
  const parts: string[] = [];
  if (byDefault > 0) parts.push(`${formatNumber(byDefault)} passed on default gates`);
  if (without > 0) parts.push(`${formatNumber(without)} without any gate`);
  if (parts.length === 0) return [];
  const text = `${parts.join(', ')}; set your own with expect`;
  return [{ kind: 'note', tone: 'quiet', isAttached: true, text }];
}

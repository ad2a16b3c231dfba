import type { TestReport } from '#core';
import {
  type Block,
  concat,
  type Facts,
  type Group,
  name,
  place,
  type Text,
} from '../document/index.ts';
import { formatPlace } from '../wording/places.ts';
import { formatStopped } from '../wording/stopped.ts';
import { formatCount, formatValue } from '../values/value.ts';
import { caseBlocks, findingLists, hasPlaces, unmeasuredList } from './evidence.ts';
import { briefMetrics, metricBlocks, openGates } from './metrics.ts';

/** A test: its gates (of a lone test, and on a page, every metric), then why. */
export function testGroup(test: TestReport, isAlone: boolean): Group {
  const evidence = evidenceOf(test, isAlone);
  const metrics = { ...apart(metricBlocks(test)), detail: 'full' } as const;
  return {
    kind: 'group',
    tone: test.verdict,
    isMarked: true,
    isFolded: true,
    title: name(test.name, 400),
    ...placeOf(test),
    blocks: isAlone
      ? [...briefMetrics(test), metrics, apart(evidence)]
      : [...openGates(test), metrics, ...evidence],
  };
}

/** Where the suite declares a test or an eval. */
export function placeOf({ suite }: Pick<TestReport, 'suite'>): Pick<Group, 'place'> {
  return suite === null ? {} : { place: place(`${suite.file}:${suite.line}`) };
}

/** Blocks with a blank line around them. */
export function apart(blocks: readonly Block[]): Group {
  return { kind: 'group', tone: 'plain', title: '', blocks };
}

function evidenceOf(test: TestReport, isAlone: boolean): Block[] {
  // What a passing gate accepts is not a finding; without a gate the reader judges.
  const cases = caseBlocks(test, isAlone);
  const toExplain = test.verdict !== 'pass' || test.gates.length === 0;
  return [
    ...(test.planned === undefined
      ? []
      : [note(formatStopped(test.runs + test.errors, test.planned))]),
    ...(toExplain ? findingLists(test, hasPlaces(cases)) : []),
    ...cases,
    ...unmeasuredList(test),
    // The first line of the report says how many runs of a lone test fail.
    ...spreadOf(test).map((facts) => (isAlone ? ({ ...facts, detail: 'full' } as const) : facts)),
  ];
}

function note(text: string): Block {
  return { kind: 'note', tone: 'quiet', text };
}

/** How the runs of a test differ: how many would meet every gate alone, and which was the worst. */
function spreadOf({ passing, scores }: TestReport): Facts[] {
  if (passing.n < 2 || passing.k === passing.n) return [];
  const worst = scores.flatMap(({ worst: run, units }): Text[] => {
    if (run === null) return [];
    const unit = Object.hasOwn(units, run.metric) ? units[run.metric] : undefined;
    const value = formatValue(run.value, unit ?? 'mean');
    return [concat('worst ', name(run.metric), ` ${value} in `, formatPlace(run, null, false))];
  });
  const alone = `${passing.k} of ${formatCount(passing.n, 'run')} meet every gate alone`;
  return [{ kind: 'facts', tone: 'quiet', parts: [alone, ...worst] }];
}

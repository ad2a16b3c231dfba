import type { EvalReport } from '#core';
import { type Block, type Facts, type Group, name, type Text } from '../document/index.ts';
import { formatCount, formatInterval, formatNumber, formatValue } from '../values/value.ts';
import { filteredText } from '../wording/filtered.ts';
import { explain } from '../wording/findings.ts';
import { confusionGroup } from './confusion.ts';
import {
  caseBlocks,
  findingLists,
  findingsByScorer,
  hasPlaces,
  unmeasuredList,
} from './evidence.ts';
import { evalTags } from './tags.ts';
import { briefMetrics, metricBlocks } from './metrics.ts';
import { apart, placeOf } from './test-group.ts';

/** An eval: every metric with its gate, then what went wrong. Shown also when it passed, for the numbers are the point. */
export function evalGroup(measured: EvalReport, isAlone: boolean): Group {
  const cases = caseBlocks(measured, isAlone);
  const findings = measured.verdict === 'pass' ? [] : findingsOf(measured, hasPlaces(cases));
  return {
    kind: 'group',
    tone: measured.verdict,
    isMarked: true,
    isFolded: true,
    title: name(measured.name, 400),
    ...placeOf(measured),
    blocks: [
      passingFacts(measured, isAlone),
      ...briefMetrics(measured),
      ...metricBlocks(measured),
      ...evalTags(measured),
      ...confusionGroup(measured),
      apart(findings),
      apart([...cases, ...unmeasuredList(measured)]),
    ],
  };
}

/** On one screen the readings of the matrix, where there is one, say what the findings would. */
function findingsOf(measured: EvalReport, hasCases: boolean): readonly Block[] {
  const hasReadings = (measured.confusion?.readings.length ?? 0) > 0;
  return hasReadings ? findingsByScorer(explain(measured)) : findingLists(measured, hasCases);
}

function passingFacts(measured: EvalReport, isAlone: boolean): Facts {
  const { k, n, interval } = measured.passing;
  const noun = measured.repeats === undefined ? 'cases' : 'runs';
  const parts = weightingParts(measured);
  if (measured.filtered !== undefined) parts.unshift(filteredText(measured.filtered));
  const raw = measured.weighting === undefined ? '' : 'raw ';
  parts.push(`${raw}${formatNumber(k)} of ${formatNumber(n)} measured ${noun} pass`);
  if (interval !== null) parts.push(`95 % interval ${formatInterval(interval, 'ratio')}`);
  const vacuous = Math.max(0, ...measured.scores.map((score) => score.vacuousRuns));
  if (measured.gates.length === 0) parts.push('no gate: set one with expect:');
  if (vacuous > 0) parts.push(`${formatCount(vacuous, 'case')} with nothing expected or called`);
  // The first line of the report says how many cases of a lone eval fail.
  const isSaid = isAlone && k < n && measured.verdict === 'fail' && parts.length <= 2;
  return { kind: 'facts', ...(isSaid ? { detail: 'full' } : {}), parts };
}

/** The share of the population that passes, where shares are reweighted. */
function weightingParts({ weighting }: EvalReport): Text[] {
  if (weighting === undefined) return [];
  const { column, passing, effective } = weighting;
  const by = name(column, 80);
  if (passing.rate === null) return [['reweighted by ', by, ': not measured']];
  const parts: Text[] = [['reweighted by ', by, `: ${formatValue(passing.rate, 'ratio')} pass`]];
  if (passing.interval !== null)
    parts.push(`95 % interval ${formatInterval(passing.interval, 'ratio')}`);
  return effective === null ? parts : [...parts, `counts as ${effective} equal cases`];
}

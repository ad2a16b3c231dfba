import type { GateReport, TestReport } from '#core';
import {
  concat,
  type Group,
  type Item,
  joinTexts,
  type List,
  name,
  type Text,
} from '../document/index.ts';
import { partGates } from '../wording/judged.ts';
import { formatStopped } from '../wording/stopped.ts';
import { formatCount, formatNeed, formatValue } from '../values/value.ts';

/** More passing tests are only counted. */
const LISTED = { brief: 30, full: 200 };
const GATES_SHOWN = 3;

/** The tests that passed, each in one line: its name, and what its gates saw. */
export function passingTests(tests: readonly TestReport[]): readonly [List, Group] {
  const count = `${formatCount(tests.length, 'test')} passed`;
  const isShort = tests.length <= LISTED.brief;
  const all: List = {
    kind: 'list',
    layout: 'rows',
    items: tests.slice(0, LISTED.full).map(itemOf),
    total: tests.length,
  };
  const counted: List = {
    kind: 'list',
    layout: 'rows',
    items: [{ tone: 'pass', isMarked: true, text: count }],
  };
  return [
    { ...(isShort ? all : counted), detail: 'brief' },
    {
      kind: 'group',
      detail: 'full',
      tone: 'pass',
      isMarked: true,
      isFolded: true,
      title: count,
      blocks: [all],
    },
  ];
}

function itemOf(test: TestReport): Item {
  return {
    tone: 'pass',
    isMarked: true,
    text: name(test.name, 400),
    aside: joinTexts(summaryOf(test), ' · '),
  };
}

function summaryOf(test: TestReport): Text[] {
  const parts: Text[] = [];
  if (test.scores.some((score) => score.vacuous)) parts.push('vacuous: nothing expected or called');
  if (test.planned !== undefined) parts.push(formatStopped(test.runs, test.planned));
  else if (test.runs > 1) parts.push(formatCount(test.runs, 'run'));
  const { deterministic, judged } = partGates(test.gates);
  const gates = [...deterministic, ...judged];
  if (gates.length > GATES_SHOWN) parts.push(`${formatCount(gates.length, 'gate')} held`);
  else parts.push(...gates.map(gateText));
  if (test.gates.length === 0) parts.push('no gate', ...firstMetrics(test));
  return parts;
}

function gateText(gate: GateReport): Text {
  const kind = gate.judged === true ? 'judged, ' : '';
  const needs = `${kind}${gate.source === 'default' ? 'default gate' : 'needs'}`;
  return concat(
    name(gate.metric),
    ` ${formatValue(gate.observed, gate.unit)}, ${needs} ${formatNeed(gate)}`,
  );
}

function firstMetrics(test: TestReport): Text[] {
  return test.scores
    .flatMap(({ metrics, units }) =>
      Object.entries(metrics).map(([metric, value]) => {
        const unit = Object.hasOwn(units, metric) ? units[metric] : undefined;
        return concat(name(metric), ` ${formatValue(value, unit ?? 'mean')}`);
      }),
    )
    .slice(0, GATES_SHOWN);
}

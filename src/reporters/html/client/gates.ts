import type { EvalReport, GateReport, TestReport } from '#core';
import { gateName } from '../../values/gate-name.ts';
import {
  describeDespite,
  isJudged,
  judgeParts,
  partGates,
  questionParts,
} from '../../wording/judged.ts';
import { verdictTag } from './badge.ts';
import { type Child, childrenOf, code, data, el } from './dom.ts';
import { formatInterval, formatValue, formatNeed } from '../../values/value.ts';
import { gauge } from './gauge.ts';
import { section } from './section.ts';

/** The gates: observed beside needed, and what a person should know about each; judged ones apart. */
export function gatesSections(measured: TestReport | EvalReport): readonly (HTMLElement | null)[] {
  const { deterministic, judged } = partGates(measured.gates);
  return [gatesSection(deterministic, judged.length > 0), judgedSection(measured, judged)];
}

function gatesSection(gates: readonly GateReport[], hasOthers: boolean): HTMLElement | null {
  if (gates.length > 0) return section('Gates', gatesList(gates));
  if (hasOthers) return null;
  return section('Gates', el('p', 'note', 'No gate: this passes whatever was measured.'));
}

/** What a model may have decided: who was asked, the gates on it, and what stays wrong in spite of it. */
function judgedSection(
  measured: TestReport | EvalReport,
  gates: readonly GateReport[],
): HTMLElement | null {
  if (!isJudged(measured)) return null;
  const { judge } = measured;
  const parts = judge === undefined ? questionParts(judge) : judgeParts(judge);
  const despite = describeDespite(judge);
  return section(
    'Judged',
    el('p', 'facts', ...parts.map((part) => el('span', 'part', ...childrenOf(part)))),
    gates.length === 0 ? null : gatesList(gates),
    despite === null ? null : el('p', 'despite', ...childrenOf(despite)),
  );
}

function gatesList(gates: readonly GateReport[]): HTMLElement {
  return el('ul', 'gates', ...gates.map(gateEntry));
}

function gateEntry(gate: GateReport): HTMLElement {
  return el(
    'li',
    `gate ${gate.outcome}`,
    verdictTag(gate.outcome),
    el('span', 'gate-metric', code(gateName(gate))),
    el('span', 'gate-observed', formatValue(gate.observed, gate.unit)),
    el('span', 'gate-needed', `needs ${formatNeed(gate)}`),
    gauge(gate),
    notes(gate),
  );
}

function notes(gate: GateReport): HTMLElement | null {
  const parts: Child[] = [];
  if (gate.interval !== null) {
    parts.push(el('span', 'part', `95 % interval ${formatInterval(gate.interval, gate.unit)}`));
  }
  if (gate.certify) parts.push(el('span', 'part', 'must be certified'));
  if (gate.corrected !== undefined) parts.push(el('span', 'part', 'must hold corrected'));
  if (gate.source === 'flag') parts.push(el('span', 'part', 'set on the command line'));
  if (gate.source === 'default' && gate.note === null) {
    parts.push(el('span', 'part', 'default gate'));
  }
  if (gate.note !== null) parts.push(data(gate.note, 'part'));
  return parts.length === 0 ? null : el('p', 'gate-notes', ...parts);
}

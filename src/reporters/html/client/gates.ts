import type { GateReport } from '#core';
import { gateName } from '../../wording/gate-name.ts';
import { verdictTag } from './badge.ts';
import { type Child, code, data, el } from './dom.ts';
import { formatInterval, formatMetric, formatNeed } from './format.ts';
import { gauge } from './gauge.ts';
import { section } from './section.ts';

/** The gates: observed beside needed, and what a person should know about each. */
export function gatesSection(gates: readonly GateReport[]): HTMLElement {
  if (gates.length === 0) {
    return section('Gates', el('p', 'note', 'No gate: this passes whatever was measured.'));
  }
  return section('Gates', el('ul', 'gates', ...gates.map(gateEntry)));
}

function gateEntry(gate: GateReport): HTMLElement {
  return el(
    'li',
    `gate ${gate.outcome}`,
    verdictTag(gate.outcome),
    el('span', 'gate-metric', code(gateName(gate))),
    el('span', 'gate-observed', formatMetric(gate.observed, gate.unit)),
    el('span', 'gate-needed', `needs ${formatNeed(gate.op, gate.value, gate.unit)}`),
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
  if (gate.source === 'flag') parts.push(el('span', 'part', 'set on the command line'));
  if (gate.source === 'default' && gate.note === null) {
    parts.push(el('span', 'part', 'default gate'));
  }
  if (gate.note !== null) parts.push(data(gate.note, 'part'));
  return parts.length === 0 ? null : el('p', 'gate-notes', ...parts);
}

import type { EvalReport, GateReport, ScoreReport, TestReport, UnmeasuredRun } from '#core';
import { clip } from './clip.ts';
import { explain, type Finding } from './findings.ts';
import { gateName } from './gate-name.ts';
import { gateNote } from './gate-note.ts';
import { describeJudge, partGates } from './judged.ts';
import { formatPlace } from './places.ts';
import { formatNeed, formatValue } from './value.ts';

const UNMEASURED_SHOWN = 5;

/** A gate in one line. Begins with a word of ours, as every line here does. */
export function describeGate(gate: GateReport, scores: readonly ScoreReport[]): string {
  const note = gateNote(gate);
  const kind = gate.judged === true ? 'judged gate' : 'gate';
  const seen = `${kind} ${gateName(gate, scores)}: ${formatValue(gate.observed, gate.unit)}, needs ${formatNeed(gate)}`;
  return clip(note === '' ? seen : `${seen} (${note})`, 1000);
}

/** Why a test or an eval did not pass, as lines of raw text: each still has to be escaped for where it is shown. */
export function describe(measured: TestReport | EvalReport): string[] {
  const { deterministic, judged } = partGates(measured.gates);
  const lines = [...deterministic, ...judged]
    .filter((gate) => gate.outcome !== 'pass')
    .map((gate) => describeGate(gate, measured.scores));
  return [
    ...lines,
    ...describeJudge(measured),
    ...describeFindings(measured),
    ...describeUnmeasured(measured),
  ];
}

/** What was missed or called wrongly, one line each. */
export function describeFindings(measured: TestReport | EvalReport): string[] {
  const said = new Set<string>();
  return explain(measured).flatMap((score) => {
    const lines = score.findings
      .map((finding) => describeFinding(finding, score.judged))
      .filter((line) => !said.has(line));
    for (const line of lines) said.add(line);
    if (score.more > 0) lines.push(`and ${score.more} more`);
    return lines;
  });
}

function describeFinding(finding: Finding, judged: boolean): string {
  const places = finding.places === '' ? '' : ` (${finding.places})`;
  const details = finding.details.length === 0 ? '' : `: ${finding.details.join('; ')}`;
  const kind = judged && !finding.isOpen ? `judged ${finding.kind}` : finding.kind;
  return `${kind} ${finding.subject}${places}${details}`;
}

/** The runs or cases that could not be measured, one line each. */
export function describeUnmeasured(measured: TestReport | EvalReport): string[] {
  const { items, total } = measured.unmeasured;
  const shown = items.slice(0, UNMEASURED_SHOWN);
  const lines = shown.map(describeUnmeasuredRun);
  if (total > shown.length) lines.push(`and ${total - shown.length} more not measured`);
  return lines;
}

function describeUnmeasuredRun(item: UnmeasuredRun): string {
  const where = item.where === null ? '' : ` (${item.where})`;
  const label = formatPlace(item, null, false);
  return clip(`${label} not measured: ${item.message}${where} [${item.code}]`, 1000);
}

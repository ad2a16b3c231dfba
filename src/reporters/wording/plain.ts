import type { EvalReport, GateReport, ScoreReport, TestReport, UnmeasuredRun } from '#core';
import {
  concat,
  isBlank,
  joinTexts,
  name,
  place,
  prose,
  rawText,
  type Text,
} from '../document/index.ts';
import { describeCases } from '../cases/case-lines.ts';
import { clip } from '../values/clip.ts';
import { explain, type Finding } from './findings.ts';
import { gateName } from '../values/gate-name.ts';
import { gateNote } from './gate-note.ts';
import { describeJudge, partGates } from './judged.ts';
import { formatPlace } from './places.ts';
import { splitQuoted } from './quoted-lines.ts';
import { formatNeed, formatNumber, formatValue } from '../values/value.ts';

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
    ...describeCases(measured),
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
  const places = isBlank(finding.places) ? '' : concat(' (', finding.places, ')');
  const details =
    finding.details.length === 0 ? '' : concat(': ', joinTexts(finding.details, '; '));
  const kind = judged && !finding.isOpen ? `judged ${finding.kind}` : finding.kind;
  return rawText(concat(`${kind} `, finding.subject, places, details));
}

/** The runs or cases that could not be measured, one line each. */
export function describeUnmeasured(measured: TestReport | EvalReport): string[] {
  return unmeasuredItems(measured).flatMap(({ text, details }) => [
    clip(rawText(text), 1000),
    ...details.map((line) => clip(rawText(line), 1000)),
  ]);
}

/** The first of the same, with text from outside apart; details are the lines that a program wrote. */
export function unmeasuredItems(
  { unmeasured }: Pick<TestReport, 'unmeasured'>,
  most: number = UNMEASURED_SHOWN,
): { readonly text: Text; readonly details: readonly Text[] }[] {
  const { items, total } = unmeasured;
  const shown = items.slice(0, most);
  const all = shown.map((item) => {
    const { message, quoted } = splitQuoted(item.message, item.code);
    return {
      text: unmeasuredText({ ...item, message }),
      details: quoted.map((line): Text => ['| ', prose(line)]),
    };
  });
  if (total > shown.length)
    all.push({ text: `and ${formatNumber(total - shown.length)} more not measured`, details: [] });
  return all;
}

function unmeasuredText(item: UnmeasuredRun): Text {
  const where = item.where === null ? '' : [' (', place(item.where), ')'];
  const label = formatPlace(item, null, false);
  return concat(label, ' not measured: ', prose(item.message), where, ' [', name(item.code), ']');
}

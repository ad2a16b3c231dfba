import type { EvalReport, GateReport, Report, ReportIssue, TestReport, Verdict } from '#core';
import { escapeHtml } from '../escape/html.ts';
import { markdownCode } from '../escape/markdown.ts';
import { clip } from '../wording/clip.ts';
import { explain, type Finding } from '../wording/findings.ts';
import { gateName } from '../wording/gate-name.ts';
import { gateNote } from '../wording/gate-note.ts';
import {
  describeDespite,
  judgeParts,
  judgesOf,
  partGates,
  questionParts,
} from '../wording/judged.ts';
import { describeUnmeasured } from '../wording/plain.ts';
import { formatNeed, formatValue } from '../wording/value.ts';

/** How each verdict is marked. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✅',
  fail: '❌',
  error: '⚠️',
  inconclusive: '❔',
};

const NAME_LENGTH = 120;
const TEXT_LENGTH = 300;
const CASES_SHOWN = 10;
/** Words and numbers of ours alone; a case's id is not. */
const PLAIN_PLACES = /^(?:run \d+|call \d+|and \d+ more|[,; ])*$/;

/** The head of the table of gates. */
export const GATE_TABLE_HEAD = '|  | test | gate | observed | needs |\n|---|---|---|---|---|\n';

/** One gate that did not hold, as a row of that table. */
export function formatGateRow(measured: TestReport | EvalReport, gate: GateReport): string {
  const cells = [
    SIGNS[gate.outcome],
    markdownCode(clip(measured.name, NAME_LENGTH)),
    markdownCode(clip(gateName(gate, measured.scores), NAME_LENGTH)),
    formatValue(gate.observed, gate.unit),
    markdownCode(formatNeed(gate)),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** Who judged, once for the whole report, and which runs of what they find good in spite of others. */
export function formatJudges(report: Report): string {
  const judges = judgesOf(report).map((judge) => judgeParts(judge).map(code).join(' · '));
  const despite = [...report.tests, ...report.evals].flatMap(({ name, judge }) => {
    const text = describeDespite(judge);
    return text === null ? [] : [`${markdownCode(clip(name, NAME_LENGTH))}: ${code(text)}`];
  });
  return judges.length === 0 ? '' : `\n${[...judges, ...despite].join('\n\n')}\n\n`;
}

/** A test or an eval that did not pass, folded: what was missed and what was not expected. */
export function formatDetails(measured: TestReport | EvalReport): string {
  const { deterministic, judged } = partGates(measured.gates);
  const items = [...deterministic, ...judged].flatMap(formatGateNote);
  if (measured.judge !== undefined)
    items.push(['judged', ...questionParts(measured.judge).map(code)].join(' · '));
  for (const { judged: isJudged, findings, more } of explain(measured)) {
    const lines = findings.map((finding) => formatFinding(finding, isJudged));
    items.push(...lines.filter((item) => !items.includes(item)));
    if (more > 0) items.push(`and ${more} more`);
  }
  if ('cases' in measured) items.push(...formatFailingCases(measured));
  items.push(...describeUnmeasured(measured).map(code));
  if (items.length === 0) return '';
  return formatFolded(`${SIGNS[measured.verdict]} ${formatTitle(measured)}`, items);
}

/** In a summary Markdown has no code spans, but the element keeps mentions and links away all the same. */
function formatTitle(measured: TestReport | EvalReport): string {
  const { suite } = measured;
  const name = `<code>${escapeHtml(clip(measured.name, NAME_LENGTH))}</code>`;
  if (suite === null) return name;
  return `${name} at <code>${escapeHtml(clip(`${suite.file}:${suite.line}`, NAME_LENGTH))}</code>`;
}

function formatGateNote(gate: GateReport): string[] {
  const note = gateNote(gate);
  return gate.outcome === 'pass' || note === ''
    ? []
    : [`${gate.judged === true ? 'judged gate' : 'gate'} ${code(gateName(gate))}: ${code(note)}`];
}

function formatFinding(finding: Finding, isJudged: boolean): string {
  const shown = PLAIN_PLACES.test(finding.places) ? finding.places : code(finding.places);
  const places = finding.places === '' ? '' : ` (${shown})`;
  const details = finding.details.length === 0 ? '' : `: ${finding.details.map(code).join('; ')}`;
  const kind = isJudged && !finding.isOpen ? `judged ${finding.kind}` : finding.kind;
  return `**${kind}** ${code(finding.subject)}${places}${details}`;
}

function formatFailingCases(measured: EvalReport): string[] {
  const failing = measured.cases.filter((each) => each.verdict === 'fail');
  if (failing.length === 0) return [];
  const ids = failing.slice(0, CASES_SHOWN).map((each) => code(each.id));
  const more = failing.length > CASES_SHOWN ? ` and ${failing.length - CASES_SHOWN} more` : '';
  return [`failing cases: ${ids.join(', ')}${more}`];
}

/** A warning as an item of a list. */
export function formatWarning(issue: ReportIssue): string {
  const where = issue.where === null ? '' : `${code(issue.where)} `;
  const hint = issue.hint === null ? '' : `; hint: ${code(issue.hint)}`;
  return `${where}${code(issue.message)} ${code(issue.code)}${hint}`;
}

/** A list that opens on a click. The summary is HTML of ours; the items are Markdown. */
export function formatFolded(summary: string, items: readonly string[]): string {
  const list = items.map((item) => `- ${item}\n`).join('');
  return `<details><summary>${summary}</summary>\n\n${list}\n</details>\n\n`;
}

function code(text: string): string {
  return markdownCode(clip(text, TEXT_LENGTH));
}

import { closeSync, openSync } from 'node:fs';
import { type CaseReport, type EvalReport, type Report, settleReport } from '#core';
import { distributionsOf, indexReport, piecesOf, summariseReport, verdictLine } from '#reporters';
import { parseReport } from '#schema';
import { CaseCollector, NotIndexable } from './case-collector.ts';
import { lightCase } from './case-forms.ts';
import { type CaseColumns, ColumnWriter, MAX_LISTED } from './case-columns.ts';
import { hashId } from './hash-id.ts';
import { readCases } from './read-case.ts';
import { identityOf, isSameReport, type ReportIdentity } from './report-identity.ts';
import type { IndexedEval, ReportFigures, ReportSummary } from './report-index.ts';
import { scanReport } from './scan-report.ts';

/** An index as it was made, with all of it in memory. */
export interface BuiltIndex {
  readonly identity: ReportIdentity;
  readonly figures: ReportFigures;
  readonly sections: readonly { readonly columns: CaseColumns; readonly text: Uint8Array }[];
}

/** Makes the index of a report in one pass; null where it cannot. */
export function buildIndex(path: string): BuiltIndex | null {
  const identity = identityOf(path);
  if (identity === null) return null;
  const fd = openSync(path, 'r');
  try {
    const { skeleton, writers } = readParts(fd);
    const built = indexParts(fd, skeleton, writers);
    const after = identityOf(path);
    return after !== null && isSameReport(identity, after) ? { identity, ...built } : null;
  } catch (error) {
    if (error instanceof NotIndexable) return null;
    throw error;
  } finally {
    closeSync(fd);
  }
}

interface ReportParts {
  readonly skeleton: Report;
  /** By the place of the eval. */
  readonly writers: ReadonlyMap<number, ColumnWriter>;
}

function readParts(fd: number): ReportParts {
  const collector = new CaseCollector();
  const skeleton = scanReport(fd, collector);
  const parsed = skeleton === null ? null : parseReport(skeleton);
  if (parsed === null || !parsed.ok) throw new NotIndexable();
  // Cases that are still there were not recognised.
  if (parsed.report.evals.some(({ cases }) => cases.length > 0)) throw new NotIndexable();
  return { skeleton: parsed.report, writers: collector.writers };
}

function indexParts(
  fd: number,
  skeleton: Report,
  writers: ReportParts['writers'],
): Omit<BuiltIndex, 'identity'> {
  const parts = skeleton.evals.map((measured, place) => {
    const writer = writers.get(place) ?? new ColumnWriter();
    const columns = writer.columns();
    const cases = lightCases(writer, columns);
    for (const at of listedPlaces(cases, measured, columns.idHash)) {
      const known = writer.listed.get(at);
      const [read] = known ? [known] : (readCases(fd, columns, writer.end, at, at + 1) ?? []);
      if (read === undefined) throw new NotIndexable();
      cases[at] = read;
    }
    return { writer, columns, measured: { ...measured, cases } };
  });
  const report = settleReport({ ...skeleton, evals: parts.map(({ measured }) => measured) });
  const figures: ReportFigures = {
    report: { ...report, evals: report.evals.map(withoutCases) },
    index: indexReport(report),
    evals: report.evals.map((measured, place) => indexEval(measured, parts[place]?.writer)),
    ...summarise(report),
  };
  const sections = parts.map(({ writer, columns }) => ({ columns, text: writer.text() }));
  return { figures, sections };
}

function indexEval(measured: EvalReport, writer: ColumnWriter | undefined): IndexedEval {
  const { cases, caseUsage } = measured;
  const counts = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  for (const { verdict } of cases) counts[verdict] += 1;
  const usage = distributionsOf(measured, {
    passing: cases.map(({ passing }) => passing ?? null),
    ...(caseUsage === undefined ? {} : { usage: caseUsage }),
  });
  return { forms: writer?.forms.forms ?? [], counts, end: writer?.end ?? 0, usage };
}

/** What the overview shows of a report. */
export function summarise(report: Report): ReportSummary {
  const { parts, why } = verdictLine(report);
  return { summary: summariseReport(report), why: [...parts, ...why].map(piecesOf) };
}

/** A million cases share a few objects. */
function lightCases({ forms: { forms } }: ColumnWriter, { form }: CaseColumns): CaseReport[] {
  const light = forms.map(lightCase);
  const cases: CaseReport[] = [];
  for (const place of form) cases.push(light[place] as CaseReport);
  return cases;
}

/** The places of cases that reasons in words may name. The others need no id and no text. */
function listedPlaces(
  cases: readonly CaseReport[],
  { confusion }: EvalReport,
  idHash: Uint32Array,
): readonly number[] {
  const named = (confusion?.cells ?? []).flatMap((cell) => cell.cases);
  const hashes = new Set(named.map((id) => hashId(id)));
  const places: number[] = [];
  let failing = 0;
  for (const [place, { verdict }] of cases.entries()) {
    if (verdict !== 'fail') continue;
    if (failing < MAX_LISTED || hashes.has(idHash[place] ?? -1)) places.push(place);
    failing += 1;
  }
  return places;
}

function withoutCases(whole: EvalReport): EvalReport {
  const { caseUsage: _, ...measured } = whole;
  return { ...measured, cases: [] };
}

import {
  type Calibration,
  isJsonObject,
  type Issue,
  type Json,
  type JsonObject,
  type JudgeCalibration,
  parseJson,
  type Share,
} from '#core';
import { calibrationIssue } from './codes.ts';

/** The bytes of a calibration file: equal calibrations have equal ones. */
export function formatCalibration(calibration: Calibration): string {
  return `${JSON.stringify(calibration, null, 2)}\n`;
}

export type ReadCalibration =
  | { readonly ok: true; readonly calibration: Calibration }
  | { readonly ok: false; readonly issue: Issue };

/** Reads the text of a calibration file. */
export function readCalibration(text: string, file: string): ReadCalibration {
  const parsed = parseJson(text);
  const value: Json = parsed.ok ? parsed.value : null;
  if (!isJsonObject(value) || value.kind !== 'judge-calibration')
    return invalid('this is not a calibration of a judge', file);
  if (value.schemaVersion !== 1)
    return invalid('a calibration of a version that this whichtool does not read', file);
  const { judges, prompts, ratings } = value;
  const fits =
    isJsonObject(prompts) &&
    isJsonObject(ratings) &&
    Array.isArray(judges) &&
    judges.every(isJudge);
  if (!fits) return invalid('this calibration lacks figures that every one has', file);
  return { ok: true, calibration: value as unknown as Calibration };
}

function isJudge(value: Json): boolean {
  if (!isJsonObject(value) || typeof value.judge !== 'string') return false;
  const { byKind = {}, reasons } = value;
  return (
    typeof value.use === 'string' &&
    Array.isArray(value.models) &&
    Array.isArray(reasons) &&
    isShare(value.agreement) &&
    hasFigures(value) &&
    isJsonObject(byKind) &&
    Object.values(byKind).every((figures) => isJsonObject(figures) && hasFigures(figures))
  );
}

/** What a share is corrected by. */
function hasFigures({ sensitivity, specificity, corrected }: JsonObject): boolean {
  if (!isShare(sensitivity) || !isShare(specificity)) return false;
  return corrected !== undefined && isJsonObject(corrected) && isEstimate(corrected.ppi);
}

/** An estimate with its interval, or the reason why there is none. */
function isEstimate(value: Json | undefined): boolean {
  if (value === undefined || !isJsonObject(value)) return false;
  if (value.refused !== null) return typeof value.refused === 'string';
  const { interval } = value;
  const figures = [value.value, value.error, ...(Array.isArray(interval) ? interval : [])];
  return figures.length === 4 && figures.every((figure) => typeof figure === 'number');
}

function isShare(value: Json | undefined): boolean {
  if (value === undefined || !isJsonObject(value)) return false;
  const { k, n, rate } = value;
  if (!Number.isSafeInteger(k) || !Number.isSafeInteger(n)) return false;
  const [hits, all] = [k as number, n as number];
  if (hits < 0 || hits > all) return false;
  return all === 0 ? rate === null : typeof rate === 'number';
}

function invalid(message: string, file: string): ReadCalibration {
  const hint = 'make one with: whichtool judge calibrate';
  return {
    ok: false,
    issue: calibrationIssue('CALIBRATION_INVALID', message, { where: { file }, hint }),
  };
}

/** What a judge is asked with now. */
export interface AskedNow {
  /** `provider:model`, or `jury`. */
  readonly model: string;
  readonly promptHash: string;
}

/** Whether a calibration is about another model, or another prompt, guide or schema. */
export function isStale(calibration: Calibration, { model, promptHash }: AskedNow): boolean {
  const isKnown = calibration.judges.some(({ judge }) => judge === model);
  return !isKnown || !Object.values(calibration.prompts).includes(promptHash);
}

/** A calibration in a few words: sensitivity and specificity in percent, rounded down, and on how many cases. */
export function quoteCalibration({ sensitivity, specificity }: JudgeCalibration): string {
  const percent = ({ k, n }: Share): string => (n === 0 ? '-' : String(Math.floor((100 * k) / n)));
  return `calibration ${percent(sensitivity)}/${percent(specificity)} on ${sensitivity.n}+${specificity.n}`;
}

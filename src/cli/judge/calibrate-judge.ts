import { join, resolve } from 'node:path';
import { type Calibration, UserError } from '#core';
import { calibrationText } from '#reporters';
import {
  EXIT,
  exitCodeOfThresholds,
  loadSuites,
  type PlannedCalibration,
  planSuiteCalibration,
  runError,
  whyNoExecution,
} from '#run';
import { stateFolder } from '#store';
import type { Suite } from '#suite';
import { readCatalogFlag } from '../flags/catalog-flag.ts';
import { parseMaxCost } from '../flags/shared-values.ts';
import { groupDigits } from '../output/group-digits.ts';
import { type CheckedThreshold, parseJudgeThresholds, usedJudge } from './judge-thresholds.ts';
import { print, save } from '../output/output.ts';
import { idleFlag } from '../flags/idle-flags.ts';
import { colorOf, widthOf } from '../output/terminal.ts';
import { untilStopped } from '../output/until-stopped.ts';
import { printIssues } from '../output/print-issues.ts';

/** The flags of `judge calibrate` as commander gives them. */
export interface CalibrateFlags {
  readonly suite?: string;
  readonly out: string;
  readonly seed: string;
  readonly against?: string;
  readonly catalog?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly maxCost?: string;
  readonly threshold: readonly string[];
  readonly dryRun?: true;
  readonly json?: true;
  readonly exec?: boolean;
}

/** Compares the judge of a suite with the ratings of people, and writes what came out. */
export async function calibrateJudge(ratings: string, flags: CalibrateFlags): Promise<number> {
  const thresholds = parseJudgeThresholds(flags.threshold);
  checkIdleFlags(flags);
  const suite = await loadOne(flags.suite);
  const folder = flags.replay ?? flags.record;
  const planned = await planSuiteCalibration(suite, {
    ratings,
    catalog: await readCatalogFlag(flags.catalog),
    seed: flags.seed,
    against: flags.against ?? null,
    folder: folder === undefined ? null : resolve(folder),
    cache: join(stateFolder(suite.root), 'judge'),
    isReplay: flags.replay !== undefined,
    maxCost: parseMaxCost(flags.maxCost),
    noExecution: whyNoExecution(flags.exec),
  });
  if (flags.dryRun) return await showEstimate(planned, flags);
  const line = progressLine();
  const made = await untilStopped((signal) => planned.make(signal, line.update)).finally(
    line.clear,
  );
  if (typeof made === 'number') return made;
  printIssues(made.issues);
  // An outage must not cost a calibration that was made before.
  const isJudged = usedJudge(made.calibration).judged > 0;
  if (isJudged) await save(flags.out, [made.text]);
  const checked = thresholds.map((check) => check(made.calibration));
  const { stdout } = process;
  const options = { color: colorOf(stdout), width: Math.min(80, widthOf(stdout)) };
  const text = [...calibrationText(made.calibration, options)];
  await print(
    flags.json
      ? [made.text]
      : [...text, ...checked.map(formatThreshold), `\n${sayWritten(flags.out, isJudged)}\n`],
  );
  if (flags.json)
    for (const checkedThreshold of checked) process.stderr.write(formatThreshold(checkedThreshold));
  return exitOf(made.calibration, checked, flags.against);
}

function sayWritten(file: string, isJudged: boolean): string {
  return isJudged ? `written to ${file}` : `not written to ${file}: no rated case has a verdict`;
}

function checkIdleFlags({ replay, record, maxCost, dryRun, threshold }: CalibrateFlags): void {
  const idle = (flag: string, why: string): never => {
    throw new UserError([idleFlag(flag, why)]);
  };
  if (replay !== undefined && record !== undefined) idle('--record', '--replay asks no judge');
  if (replay !== undefined && maxCost !== undefined) idle('--max-cost', '--replay asks no judge');
  if (dryRun && threshold.length > 0) idle('--threshold', '--dry-run measures nothing');
}

async function loadOne(path: string | undefined): Promise<Suite> {
  const suites = await loadSuites(path === undefined ? [] : [path], process.cwd());
  const [suite, ...others] = suites;
  if (suite !== undefined && others.length === 0) return suite;
  throw runError(
    'SUITE_AMBIGUOUS',
    `--suite ${path} names ${suites.length} suites; a judge is that of one`,
  );
}

async function showEstimate(
  planned: PlannedCalibration,
  { json }: CalibrateFlags,
): Promise<number> {
  const estimate = await planned.estimate();
  if (json) await print([`${JSON.stringify(estimate, null, 2)}\n`]);
  else {
    const { questions, known, toAsk, inputTokens, outputTokensAtMost, cost } = estimate;
    const price = cost === null ? 'unknown, a price is not known' : `at most about ${cost}`;
    await print([
      `dry run: ${groupDigits(questions)} questions, ${groupDigits(known)} answers known, ${groupDigits(toAsk)} to ask\n`,
      `  about ${groupDigits(inputTokens)} tokens in, at most ${groupDigits(outputTokensAtMost)} out; cost ${price}\n`,
    ]);
  }
  return EXIT.ok;
}

function formatThreshold({ metric, op, value, observed, holds }: CheckedThreshold): string {
  if (observed === null) return `${metric} ${op} ${value}: not measured\n`;
  return `${metric} ${op} ${value}: ${Math.round(1e4 * observed) / 1e4}, ${holds ? 'holds' : 'does not hold'}\n`;
}

/** A case without a verdict, or a threshold without a figure, is not measured. */
function exitOf(
  calibration: Calibration,
  checked: readonly CheckedThreshold[],
  against: string | undefined,
): number {
  const compared = calibration.judges.filter(({ judge }) => judge === against);
  const isMeasured = [usedJudge(calibration), ...compared].every(
    ({ unjudged }) => Object.keys(unjudged).length === 0,
  );
  return exitCodeOfThresholds(
    checked.map(({ holds }) => holds),
    isMeasured,
  );
}

function progressLine(): {
  readonly update: (done: number, total: number) => void;
  readonly clear: () => void;
} {
  const { stderr } = process;
  let shown = 0;
  return {
    update: (done, total) => {
      const now = performance.now();
      if (!stderr.isTTY || (now - shown < 200 && done < total)) return;
      shown = now;
      stderr.write(`\r\u001b[K${groupDigits(done)} of ${groupDigits(total)} answers`);
    },
    clear: () => {
      if (shown > 0) stderr.write('\r\u001b[K');
    },
  };
}

import type { Calibration } from '#core';
import type { KeptRun, LabelStatus } from '#schema';
import { calibrationDocument } from './calibration/document.ts';
import type { SinkOptions } from './document/index.ts';
import { historyDocument, runText } from './history/document.ts';
import { labelStatusDocument } from './label-status/document.ts';
import { type MetricEntry, metricsDocument } from './metrics/document.ts';
import { terminal } from './terminal/index.ts';
import { show } from './terminal/page.ts';

/** A calibration for a terminal. */
export function calibrationText(calibration: Calibration, options: SinkOptions): Iterable<string> {
  return terminal(calibrationDocument(calibration), options);
}

/** The progress of labelling for a terminal. */
export function labelStatusText(status: LabelStatus, options: SinkOptions): Iterable<string> {
  return terminal(labelStatusDocument(status), options);
}

/** Metrics for a terminal. */
export function metricsText(
  metrics: readonly MetricEntry[],
  options: SinkOptions,
): Iterable<string> {
  return terminal(metricsDocument(metrics), options);
}

/** The kept runs for a terminal, one line each. */
export function formatRuns(runs: readonly KeptRun[], options: SinkOptions): string {
  return [...terminal(historyDocument(runs), options)].join('');
}

/** What is recorded about a kept run besides its report, in one line for a terminal. */
export function formatRun(run: KeptRun): string {
  return show(runText(run));
}

import type { Report } from '#core';
import type { SinkOptions } from './document/index.ts';

/** What the place a report is shown in can do. */
export type ReporterOptions = SinkOptions;

/** Turns a report into a stream of text. Pure: the same report gives the same bytes, always. */
export type Reporter<T = Report> = (report: T, options: ReporterOptions) => Iterable<string>;

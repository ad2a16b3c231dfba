import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insideRoot } from '#platform';
import { Problem } from '../http/problem.ts';
import type { BuiltIndex } from './build-index.ts';
import { loadFigures, loadIndexFile } from './index-file.ts';
import { IndexQueue } from './index-queue.ts';
import { IndexedCases } from './indexed-cases.ts';
import { identityOf, isSameReport, type ReportIdentity } from './report-identity.ts';
import type { IndexedReport, ReportFigures, ReportSummary } from './report-index.ts';

/** Smaller reports are read as fast as their index. */
const MIN_BYTES = 2 * 1024 * 1024;
/** What the columns and texts of open indexes may take. */
const MAX_MEMORY_BYTES = 192 * 1024 * 1024;

/** A report that is shown by its index. */
export interface OpenIndex {
  readonly identity: ReportIdentity;
  readonly figures: ReportFigures;
  /** The cases of each eval. */
  readonly cases: readonly IndexedCases[];
}

interface Kept {
  readonly identity: ReportIdentity;
  readonly index: Promise<OpenIndex | null>;
}

/** Indexes of large reports. They are beside the reports, and made again when they are missing, torn or of another file. */
export class ReportIndexes {
  readonly #root: string;
  readonly #version: string;
  readonly #queue = new IndexQueue();
  readonly #kept = new Map<string, Kept>();
  readonly #bytes = new Map<string, number>();

  constructor(root: string, version: string) {
    this.#root = root;
    this.#version = version;
  }

  /** The index of a report; null where it is small or cannot be indexed, so that it has to be read whole. */
  open(report: string, isUrgent: boolean): Promise<OpenIndex | null> {
    const identity = identityOf(report);
    if (identity === null || identity.bytes < MIN_BYTES) return Promise.resolve(null);
    const kept = this.#kept.get(report);
    if (kept !== undefined && isSameReport(kept.identity, identity)) {
      this.#kept.delete(report);
      this.#kept.set(report, kept);
      return kept.index;
    }
    const index = this.#open(report, identity, isUrgent);
    this.#kept.set(report, { identity, index });
    index.catch(() => this.#kept.delete(report));
    return index;
  }

  /** What the overview shows of a large report; null where `open` returns null. Nothing of it stays in memory. */
  async summarise(report: string): Promise<ReportSummary | null> {
    const identity = identityOf(report);
    if (identity === null || identity.bytes < MIN_BYTES) return null;
    const target = this.#targetOf(report);
    const known = target === null ? null : loadFigures(target, this.#version, identity);
    const job = { report, target, version: this.#version };
    const figures = known ?? (await this.#queue.build(job, false))?.figures;
    return figures === undefined ? null : { summary: figures.summary, why: figures.why };
  }

  close(): void {
    this.#queue.close();
  }

  async #open(
    report: string,
    identity: ReportIdentity,
    isUrgent: boolean,
  ): Promise<OpenIndex | null> {
    const target = this.#targetOf(report);
    const known = target === null ? null : loadIndexFile(target, this.#version, identity);
    const version = this.#version;
    const index =
      known ?? withTexts(await this.#queue.build({ report, target, version }, isUrgent));
    if (index === null) return null;
    const reject = (): never => {
      if (target !== null) rmSync(target, { force: true });
      this.#kept.delete(report);
      throw new Problem(503, 'the index of this report is damaged and is made again: reload');
    };
    this.#bytes.set(report, sizeOf(index));
    this.#forget();
    return {
      identity,
      figures: index.figures,
      cases: index.sections.flatMap((section, place) => {
        const measured = index.figures.evals[place];
        return measured === undefined
          ? []
          : [new IndexedCases({ path: report, reject }, section, measured)];
      }),
    };
  }

  /** Where the index of a report is; null where that leads out of the project. */
  #targetOf(report: string): string | null {
    const file = join(dirname(report), 'report.index');
    return insideRoot(file, this.#root) ? file : null;
  }

  /** Drops what was not used for longest; the newest always stays. */
  #forget(): void {
    const sizes = [...this.#kept.keys()].map((path) => [path, this.#bytes.get(path) ?? 0] as const);
    let sum = sizes.reduce((total, [, bytes]) => total + bytes, 0);
    for (const [path, bytes] of sizes.slice(0, -1)) {
      if (sum <= MAX_MEMORY_BYTES) return;
      this.#kept.delete(path);
      sum -= bytes;
    }
  }
}

function withTexts(built: BuiltIndex | null): IndexedReport | null {
  if (built === null) return null;
  return {
    ...built,
    sections: built.sections.map(({ columns, text }) => ({
      columns,
      loadText: () => text,
      fillText: (memory) => {
        memory.set(text);
        return Promise.resolve(true);
      },
    })),
  };
}

/** Columns, texts, and the rows of some filters. */
function sizeOf({ sections }: IndexedReport): number {
  return sections.reduce(
    (sum, { columns: { form, textEnd } }) => sum + 40 * form.length + (textEnd.at(-1) ?? 0),
    0,
  );
}

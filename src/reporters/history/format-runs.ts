import type { KeptRun, RunRecord } from '#schema';
import { makeVisible } from '../escape/visible.ts';
import type { ReporterOptions } from '../reporter.ts';
import { alignRows, type Cell } from '../terminal/layout.ts';
import { createTheme, MARKS, type Theme } from '../terminal/theme.ts';
import { clip } from '../wording/clip.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';

const COLUMNS = ['run', 'started (UTC)', 'verdict', 'gates', 'revision', 'name'];
const NAME_LENGTH = 60;

/** The kept runs as a table, one line each. */
export function formatRuns(runs: readonly KeptRun[], options: ReporterOptions): string {
  const theme = createTheme(options.color);
  const head = COLUMNS.map((text): Cell => ({ text, paint: theme.dim }));
  const rows = alignRows([head, ...runs.map((run) => cellsOf(run, theme))], options.width);
  return rows
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

function cellsOf(run: KeptRun, theme: Theme): readonly Cell[] {
  const id: Cell = { text: String(run.id) };
  if (run.record === null) {
    const reason = makeVisible(clip(`unreadable: ${run.reason}`, 200));
    return [id, { text: '' }, { text: '' }, { text: '' }, { text: '' }, { text: reason }];
  }
  const { verdict } = run.record;
  const { gates } = run.record.totals;
  return [
    id,
    { text: formatTime(run.record) },
    { text: `${MARKS[verdict]} ${VERDICT_WORDS[verdict]}`, paint: theme.verdict[verdict] },
    { text: `${gates.pass} of ${gates.pass + gates.fail + gates.error + gates.inconclusive}` },
    { text: formatRevision(run.record) },
    { text: makeVisible(clip(run.record.name ?? '', NAME_LENGTH)) },
  ];
}

/** What is known of a kept run besides its report, in one line. */
export function formatRun(run: KeptRun): string {
  if (run.record === null) return `run ${run.id}`;
  const { name, suites, version, shard } = run.record;
  const parts = [
    `run ${run.id}${name === null ? '' : ` "${makeVisible(clip(name, NAME_LENGTH))}"`}`,
    `${formatTime(run.record)} UTC`,
    formatRevision(run.record),
    makeVisible(clip(suites.map(({ file }) => file).join(', '), 200)),
    shard === undefined ? '' : `shard ${shard.index}/${shard.count}`,
    `whichtool ${makeVisible(clip(version, NAME_LENGTH))}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Minutes are enough for people; the order is that of the numbers. */
function formatTime({ startedAt }: RunRecord): string {
  return new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
}

function formatRevision({ revision }: RunRecord): string {
  if (revision === null) return '';
  const branch = revision.branch === null ? '' : ` ${clip(revision.branch, NAME_LENGTH)}`;
  return makeVisible(`${revision.commit.slice(0, 8)}${branch}`);
}

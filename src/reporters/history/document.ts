import type { KeptRun, RunRecord } from '#schema';
import {
  type Document,
  joinTexts,
  name,
  nameColumn,
  numberColumn,
  prose,
  proseColumn,
  type Row,
  type Text,
  textColumn,
} from '../document/index.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { formatNumber } from '../values/value.ts';

const COLUMNS = [
  numberColumn('run'),
  ...['started (UTC)', 'verdict', 'gates'].map(proseColumn),
  nameColumn('revision'),
  textColumn('name'),
];
const NAME_LENGTH = 60;
const REASON_LENGTH = 200;

/** The kept runs as a table, one row each. */
export function historyDocument(runs: readonly KeptRun[]): Document {
  return { version: null, blocks: [{ kind: 'table', columns: COLUMNS, rows: runs.map(rowOf) }] };
}

function rowOf(run: KeptRun): Row {
  const id = String(run.id);
  if (run.record === null) {
    const verdict = { text: 'unreadable', tone: 'error', isMarked: true } as const;
    return { cells: [id, '', verdict, '', '', ''], note: prose(run.reason, REASON_LENGTH) };
  }
  const { verdict, totals, name: runName } = run.record;
  const { pass, fail, error, inconclusive } = totals.gates;
  return {
    cells: [
      id,
      formatTime(run.record),
      { text: VERDICT_WORDS[verdict], tone: verdict, isMarked: true },
      `${formatNumber(pass)} of ${formatNumber(pass + fail + error + inconclusive)}`,
      revisionText(run.record),
      name(runName ?? '', NAME_LENGTH),
    ],
  };
}

/** What is recorded about a kept run besides its report, in one line. */
export function runText(run: KeptRun): Text {
  if (run.record === null) return `run ${run.id}`;
  const { name: runName, suites, version, shard } = run.record;
  const parts: Text[] = [
    runName === null ? `run ${run.id}` : [`run ${run.id} "`, name(runName, NAME_LENGTH), '"'],
    `${formatTime(run.record)} UTC`,
    ...(run.record.revision === null ? [] : [revisionText(run.record)]),
    ...(suites.length === 0 ? [] : [prose(suites.map(({ file }) => file).join(', '), 200)]),
    ...(shard === undefined ? [] : [`shard ${shard.index}/${shard.count}`]),
    ['whichtool ', name(version, NAME_LENGTH)],
  ];
  return joinTexts(parts, ' · ');
}

/** Minutes are enough for people; the order is that of the numbers. */
function formatTime({ startedAt }: RunRecord): string {
  return new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
}

function revisionText({ revision }: RunRecord): Text {
  if (revision === null) return '';
  const branch = revision.branch === null ? '' : ` ${revision.branch}`;
  return name(`${revision.commit.slice(0, 8)}${branch}`, NAME_LENGTH);
}

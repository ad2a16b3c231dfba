import type {
  ResultKey,
  ResultStore,
  StoredJob,
  StoredResult,
  StoredRun,
  StoredSpending,
  WorkerBeat,
} from './result-store.ts';
import { RESULT_TABLES, SAME_KEY } from './result-schema.ts';
import type { SqlDriver, SqlRow, SqlValue } from './sql-driver.ts';

/** How many jobs one statement adds: few enough that they are forgotten before the next ones are made. */
const BATCH = 100;
/** A record may be large. */
const RECORD_BATCH = 50;

const RUN =
  'SELECT r.*, p.amount FROM whichtool_run r LEFT JOIN whichtool_repeat p ON p.run_id = r.id';

/**
 * A column of the result of a job. A subquery for each job, not a join: a database without statistics may join the other way
 * round, and then looks at all results for each place.
 */
const resultColumn = (column: string): string =>
  `(SELECT ${column} FROM whichtool_result r WHERE ${SAME_KEY})`;

/** Where a job has no result. */
const IS_OPEN = `${resultColumn('r.status')} IS NULL`;

/** A coordinator that goes on with a run may have other jobs: trace files can change. */
const REPLACE_JOB = `ON CONFLICT (run_id, place) DO UPDATE
  SET queue = excluded.queue, kind = excluded.kind, name = excluded.name,
    case_id = excluded.case_id, number = excluded.number, task = excluded.task
  WHERE whichtool_job.task <> excluded.task OR whichtool_job.name <> excluded.name`;

const JOB_COLUMNS = ['place', 'queue', 'kind', 'name', 'case_id', 'number', 'task'];

/** The statement that adds so many jobs. */
function insertJobs(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const first = 2 + row * JOB_COLUMNS.length;
    return `($1, ${JOB_COLUMNS.map((_column, at) => `$${first + at}`).join(', ')})`;
  });
  return `INSERT INTO whichtool_job (run_id, ${JOB_COLUMNS.join(', ')})
    VALUES ${rows.join(', ')} ${REPLACE_JOB}`;
}

const INSERT_BATCH = insertJobs(BATCH);

const SPEND = `UPDATE whichtool_budget
  SET calls = calls + $3, tokens = tokens + $4, billionths = billionths + $5
  WHERE run_id = $1 AND owner = $2
  AND calls + $6 <= $9 AND tokens + $7 <= $10 AND billionths + $8 <= $11
  RETURNING calls, tokens, billionths`;

/** The result store in SQL that SQLite and PostgreSQL share. */
export class SqlResultStore implements ResultStore {
  readonly #sql: SqlDriver;

  private constructor(sql: SqlDriver) {
    this.#sql = sql;
  }

  /** Makes the tables where they are missing. */
  static async open(sql: SqlDriver): Promise<SqlResultStore> {
    for (const table of RESULT_TABLES) await sql.query(table, []);
    return new SqlResultStore(sql);
  }

  async openRun({
    id,
    planHash,
    plan,
  }: {
    readonly id: string | null;
    readonly planHash: string;
    readonly plan: string;
  }): Promise<StoredRun> {
    // Another coordinator may open the same run at the same time: one of them inserts it, both find it.
    for (;;) {
      const latest = await this.#latestOf(planHash);
      const known = id === null ? latest : await this.#findRow(id);
      const isTaken = known !== undefined && (id !== null || known['is_finished'] === 0);
      if (isTaken) return runOf(known);
      const attempt = Number(latest?.['attempt'] ?? 0) + 1;
      await this.#sql.query(
        `INSERT INTO whichtool_run (id, plan_hash, attempt, plan, jobs, is_finished)
         VALUES ($1, $2, $3, $4, NULL, 0) ON CONFLICT DO NOTHING`,
        [id ?? `${planHash.slice(0, 12)}-${attempt}`, planHash, attempt, plan],
      );
    }
  }

  async #latestOf(planHash: string): Promise<SqlRow | undefined> {
    const [row] = await this.#sql.query(
      `${RUN} WHERE r.plan_hash = $1 ORDER BY r.attempt DESC LIMIT 1`,
      [planHash],
    );
    return row;
  }

  async #findRow(id: string): Promise<SqlRow | undefined> {
    const [row] = await this.#sql.query(`${RUN} WHERE r.id = $1`, [id]);
    return row;
  }

  async findRun(id: string): Promise<StoredRun | null> {
    const row = await this.#findRow(id);
    return row === undefined ? null : runOf(row);
  }

  async openRuns(): Promise<readonly StoredRun[]> {
    const rows = await this.#sql.query(
      `${RUN} WHERE r.is_finished = 0 AND r.jobs IS NOT NULL ORDER BY r.plan_hash, r.attempt`,
      [],
    );
    return rows.map(runOf);
  }

  async addJobs(run: string, jobs: readonly StoredJob[]): Promise<void> {
    for (const queue of new Set(jobs.map((job) => job.queue)))
      await this.#sql.repeat(
        'INSERT INTO whichtool_queue (run_id, queue) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [run, queue],
      );
    for (let start = 0; start < jobs.length; start += BATCH) {
      const batch = jobs.slice(start, start + BATCH);
      const values = batch.flatMap((job) => [job.place, job.queue, ...keyValues(job), job.task]);
      // Whole batches have one statement, which the database parses once.
      await (batch.length === BATCH
        ? this.#sql.repeat(INSERT_BATCH, [run, ...values])
        : this.#sql.query(insertJobs(batch.length), [run, ...values]));
    }
  }

  async setPlanned(run: string, jobs: number): Promise<void> {
    await this.#sql.query('UPDATE whichtool_run SET jobs = $2, is_finished = 0 WHERE id = $1', [
      run,
      jobs,
    ]);
  }

  async finishRun(run: string): Promise<void> {
    await this.#sql.query('UPDATE whichtool_run SET is_finished = 1 WHERE id = $1', [run]);
    for (const table of ['whichtool_job', 'whichtool_queue', 'whichtool_budget'])
      await this.#sql.query(`DELETE FROM ${table} WHERE run_id = $1`, [run]);
  }

  async findOpenJob(run: string, place: number): Promise<StoredJob | null> {
    const [row] = await this.#sql.repeat(
      `SELECT j.* FROM whichtool_job j WHERE j.run_id = $1 AND j.place = $2 AND ${IS_OPEN}`,
      [run, place],
    );
    return row === undefined ? null : jobOf(row);
  }

  async openJobsBetween(
    run: string,
    queue: string,
    [first, end]: readonly [number, number],
    maxTask: number,
  ): Promise<readonly StoredJob[]> {
    const rows = await this.#sql.repeat(
      `SELECT j.* FROM whichtool_job j WHERE j.run_id = $1 AND j.place >= $2 AND j.place < $3
       AND j.queue = $4 AND LENGTH(j.task) <= $5 AND ${IS_OPEN}`,
      [run, first, end, queue, maxTask],
    );
    return rows.map(jobOf);
  }

  async queuesOf(run: string): Promise<readonly string[]> {
    const rows = await this.#sql.repeat('SELECT queue FROM whichtool_queue WHERE run_id = $1', [
      run,
    ]);
    return rows.map(({ queue }) => String(queue)).sort();
  }

  async listJobs(run: string, after: number, limit: number): Promise<readonly StoredJob[]> {
    const rows = await this.#sql.query(
      'SELECT * FROM whichtool_job WHERE run_id = $1 AND place > $2 ORDER BY place LIMIT $3',
      [run, after, limit],
    );
    return rows.map(jobOf);
  }

  async donePlaces(run: string, places: readonly number[]): Promise<readonly number[]> {
    const rows = await this.#resultsAt(['status'], run, places, places.length);
    return rows.map(({ place }) => Number(place));
  }

  async resultsAt(
    run: string,
    places: readonly number[],
  ): Promise<readonly (StoredResult & { readonly place: number })[]> {
    const rows = await this.#resultsAt(['status', 'record'], run, places, RECORD_BATCH);
    return rows.map((row) => ({ place: Number(row['place']), ...resultOf(row) }));
  }

  /** Columns of the results of the jobs at these places, as far as there are any. */
  async #resultsAt(
    columns: readonly string[],
    run: string,
    places: readonly number[],
    size: number,
  ): Promise<readonly SqlRow[]> {
    const allRows: SqlRow[] = [];
    const selected = columns.map((column) => `, ${resultColumn(`r.${column}`)} AS ${column}`);
    for (let start = 0; start < places.length; start += size) {
      const rows = await this.#sql.repeat(
        `SELECT * FROM (
           SELECT j.place${selected.join('')} FROM whichtool_job j
           WHERE j.run_id = $1 AND ${this.#sql.isOneOf('j.place', '$2')}
         ) AS looked_up WHERE status IS NOT NULL`,
        [run, places.slice(start, start + size).join(',')],
      );
      allRows.push(...rows);
    }
    return allRows;
  }

  async putResult(
    run: string,
    key: ResultKey,
    { status, record }: StoredResult,
    worker: string,
  ): Promise<boolean> {
    const rows = await this.#sql.repeat(
      `INSERT INTO whichtool_result (run_id, kind, name, case_id, number, status, record, worker)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING status`,
      [run, ...keyValues(key), status, record, worker],
    );
    if (rows.length === 1) return true;
    await this.#sql.query(
      `INSERT INTO whichtool_repeat (run_id, amount) VALUES ($1, 1)
       ON CONFLICT (run_id) DO UPDATE SET amount = whichtool_repeat.amount + 1`,
      [run],
    );
    return false;
  }

  async spend(
    run: string,
    owner: string,
    { more, needed, limits }: Readonly<Record<'more' | 'needed' | 'limits', StoredSpending>>,
  ): Promise<{ readonly isCounted: boolean; readonly spent: StoredSpending }> {
    const name = JSON.stringify(owner);
    const amounts = [more, needed, limits].flatMap(({ calls, tokens, billionths }) => [
      calls,
      tokens,
      billionths,
    ]);
    const [counted] = await this.#sql.repeat(SPEND, [run, name, ...amounts]);
    if (counted !== undefined) return { isCounted: true, spent: spendingOf(counted) };
    // The first to count makes the row; others may do so at the same time.
    await this.#sql.repeat(
      `INSERT INTO whichtool_budget (run_id, owner, calls, tokens, billionths)
       VALUES ($1, $2, 0, 0, 0) ON CONFLICT DO NOTHING`,
      [run, name],
    );
    const [again] = await this.#sql.repeat(SPEND, [run, name, ...amounts]);
    if (again !== undefined) return { isCounted: true, spent: spendingOf(again) };
    const [row = {}] = await this.#sql.repeat(
      'SELECT * FROM whichtool_budget WHERE run_id = $1 AND owner = $2',
      [run, name],
    );
    return { isCounted: false, spent: spendingOf(row) };
  }

  async beat({ id, version, slots, remark }: WorkerBeat): Promise<void> {
    await this.#sql.query(
      `INSERT INTO whichtool_worker (id, version, slots, remark, seen_ms)
       VALUES ($1, $2, $3, $4, ${this.#sql.now})
       ON CONFLICT (id) DO UPDATE SET remark = $4, seen_ms = ${this.#sql.now}`,
      [id, version, slots, remark === null ? null : JSON.stringify(remark)],
    );
  }

  async workersWithin(durationMs: number): Promise<readonly WorkerBeat[]> {
    const rows = await this.#sql.query(
      `SELECT * FROM whichtool_worker WHERE seen_ms > ${this.#sql.now} - $1`,
      [durationMs],
    );
    return rows
      .map((row) => ({
        id: String(row['id']),
        version: String(row['version']),
        slots: Number(row['slots']),
        remark: row['remark'] === null ? null : parseText(row['remark']),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  close(): Promise<void> {
    return this.#sql.close();
  }
}

function spendingOf(row: SqlRow): StoredSpending {
  return {
    calls: Number(row['calls'] ?? 0),
    tokens: Number(row['tokens'] ?? 0),
    billionths: Number(row['billionths'] ?? 0),
  };
}

function keyValues({ kind, name, case: row, number }: ResultKey): readonly SqlValue[] {
  return [kind, JSON.stringify(name), JSON.stringify(row), number];
}

function parseText(value: SqlValue | undefined): string {
  return String(JSON.parse(String(value)));
}

function runOf(row: SqlRow): StoredRun {
  return {
    id: String(row['id']),
    planHash: String(row['plan_hash']),
    plan: String(row['plan']),
    jobs: row['jobs'] === null ? null : Number(row['jobs']),
    isFinished: row['is_finished'] === 1,
    repeated: Number(row['amount'] ?? 0),
  };
}

function jobOf(row: SqlRow): StoredJob {
  return {
    place: Number(row['place']),
    queue: String(row['queue']),
    kind: row['kind'] as StoredJob['kind'],
    name: parseText(row['name']),
    case: JSON.parse(String(row['case_id'])) as string | null,
    number: Number(row['number']),
    task: String(row['task']),
  };
}

function resultOf(row: SqlRow): StoredResult {
  return { status: row['status'] as StoredResult['status'], record: String(row['record']) };
}

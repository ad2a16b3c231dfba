const KEY_COLUMNS =
  'kind TEXT NOT NULL, name TEXT NOT NULL, case_id TEXT NOT NULL, number INTEGER NOT NULL';

/**
 * The tables of the result store. Texts of users are JSON strings: PostgreSQL takes no NUL, and two databases must not
 * differ in what they keep. Columns that are compared by order are numbers, so that no collation matters.
 */
export const RESULT_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS whichtool_run (
    id TEXT PRIMARY KEY,
    plan_hash TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    plan TEXT NOT NULL,
    jobs INTEGER,
    is_finished INTEGER NOT NULL,
    UNIQUE (plan_hash, attempt)
  )`,
  `CREATE TABLE IF NOT EXISTS whichtool_job (
    run_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    queue TEXT NOT NULL,
    ${KEY_COLUMNS},
    task TEXT NOT NULL,
    PRIMARY KEY (run_id, place)
  )`,
  `CREATE TABLE IF NOT EXISTS whichtool_queue (
    run_id TEXT NOT NULL,
    queue TEXT NOT NULL,
    PRIMARY KEY (run_id, queue)
  )`,
  `CREATE TABLE IF NOT EXISTS whichtool_result (
    run_id TEXT NOT NULL,
    ${KEY_COLUMNS},
    status TEXT NOT NULL,
    record TEXT NOT NULL,
    worker TEXT NOT NULL,
    PRIMARY KEY (run_id, kind, name, case_id, number)
  )`,
  `CREATE TABLE IF NOT EXISTS whichtool_repeat (
    run_id TEXT PRIMARY KEY,
    amount INTEGER NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS whichtool_budget (
    run_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    calls BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    billionths BIGINT NOT NULL,
    PRIMARY KEY (run_id, owner)
  )`,
  `CREATE TABLE IF NOT EXISTS whichtool_worker (
    id TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    slots INTEGER NOT NULL,
    remark TEXT,
    seen_ms DOUBLE PRECISION NOT NULL
  )`,
];

/** Where a job and a result have the same key. */
export const SAME_KEY =
  'r.run_id = j.run_id AND r.kind = j.kind AND r.name = j.name AND r.case_id = j.case_id AND r.number = j.number';

import { type Grade, gradeParts, isJsonObject, type Json, type JsonObject } from '#core';

/** What an answer is rated by, where it is more than one thing. */
export interface RatedParts {
  /** Whether there is a rubric, which is scored 1, 0.5 or 0. */
  readonly hasScore: boolean;
  /** The ids of statements, each met or not. */
  readonly statements: readonly string[];
}

/**
 * The rating in a row; null when it is not rated yet, text when it cannot be used. Of an answer with statements it
 * follows from the score and from what is met, unless the row rates the answer as a whole.
 */
export function readRating(
  row: JsonObject,
  isBinary: boolean,
  parts: RatedParts | null,
): JsonObject | string | null {
  const rating = rated(row, parts, isBinary);
  if (rating === null || typeof rating === 'string') return rating;
  const clause = readClause(row);
  if (typeof clause !== 'string') return clause.message;
  return clause === '' ? rating : { ...rating, clause };
}

function rated(
  row: JsonObject,
  parts: RatedParts | null,
  isBinary: boolean,
): JsonObject | string | null {
  const whole = gradeIn(cellOf(row, 'rating'));
  if (whole === 'invalid') return isBinary ? BINARY : 'a rating is 1, 0.5 or 0';
  if (isBinary && whole === 0.5) return BINARY;
  const [stray] = parts === null ? [] : strayParts(row, parts);
  if (stray !== undefined) return `${stray} is not a part of the rubric: export the sheet again`;
  const single = parts === null || parts.statements.length === 0 ? null : readParts(row, parts);
  if (single === null) return whole === null ? null : { rating: whole };
  if (typeof single === 'string') return single;
  return whole === null || whole === single.rating
    ? single
    : `a rating of ${whole} contradicts its parts, which are ${single.rating} together`;
}

const BINARY = 'a goal is achieved (1) or not (0)';

/** The score and what is met; null where nothing is filled in. */
function readParts(
  row: JsonObject,
  { hasScore, statements }: RatedParts,
): (JsonObject & { readonly rating: Grade }) | string | null {
  const score = hasScore ? gradeIn(cellOf(row, 'score')) : null;
  if (score === 'invalid') return 'a score is 1, 0.5 or 0';
  const met = statements.map((id) => ({ id, met: metIn(metCell(row, id)) }));
  const wrong = met.find((statement) => statement.met === 'invalid');
  if (wrong !== undefined) return `statement ${wrong.id} is met or not: write yes or no`;
  const open = met.filter((statement) => statement.met === null).map(({ id }) => `statement ${id}`);
  const missing = [...(hasScore && score === null ? ['score'] : []), ...open];
  if (missing.length === statements.length + (hasScore ? 1 : 0)) return null;
  if (missing.length > 0) return `not rated: ${missing.join(', ')}`;
  const decided = met.map(({ id, met: isMet }) => ({ id, met: isMet === true }));
  return {
    rating: gradeParts(score, decided),
    ...(score === null ? {} : { score }),
    met: Object.fromEntries(decided.map(({ id, met: isMet }) => [id, isMet])),
  };
}

/** What a row rates that the rubric does not have. A rubric alone has a rating and no score. */
function strayParts(row: JsonObject, { hasScore, statements }: RatedParts): readonly string[] {
  const { met } = row;
  const inObject = met !== undefined && isJsonObject(met) ? Object.keys(met) : [];
  const isFilled = (key: string): boolean => ![null, ''].includes(row[key] as string | null);
  const inColumns = Object.keys(row).flatMap((key) =>
    key.startsWith('met_') && isFilled(key) ? key.slice('met_'.length) : [],
  );
  const isScored = Object.hasOwn(row, 'score') && isFilled('score');
  return [
    ...(isScored && !(hasScore && statements.length > 0) ? ['score'] : []),
    ...[...inObject, ...inColumns].filter((id) => !statements.includes(id)),
  ];
}

/** Lines of JSON have all in `met`, tables a column for each. */
function metCell(row: JsonObject, id: string): Json {
  const { met } = row;
  const all = met !== undefined && isJsonObject(met) ? met : {};
  return Object.hasOwn(all, id) ? (all[id] as Json) : cellOf(row, `met_${id}`);
}

function metIn(value: Json): boolean | 'invalid' | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  const text = String(typeof value === 'number' ? value : (value as string)).toLowerCase();
  if (['yes', 'true', '1'].includes(text)) return true;
  return ['no', 'false', '0'].includes(text) ? false : 'invalid';
}

function gradeIn(value: Json): Grade | 'invalid' | null {
  if (value === null || value === '') return null;
  const number = typeof value === 'string' && /^(?:0|0\.5|1)$/.test(value) ? Number(value) : value;
  return number === 0 || number === 0.5 || number === 1 ? number : 'invalid';
}

function cellOf(row: JsonObject, key: string): Json {
  return Object.hasOwn(row, key) ? (row[key] as Json) : null;
}

/** A clause of the guide is named, not quoted. */
const MAX_CLAUSE = 100;

/** The clause of the guide that decided, by its name; empty where none is named. */
export function readClause(row: JsonObject): string | { readonly message: string } {
  const clause = cellOf(row, 'clause') ?? '';
  if (typeof clause !== 'string' && typeof clause !== 'number')
    return { message: 'a clause of the guide is text' };
  const name = (fromCell(String(clause)) as string).trim();
  return name.length > MAX_CLAUSE
    ? { message: `a clause is named by at most ${MAX_CLAUSE} characters` }
    : name;
}

/** A spreadsheet must not run a cell, so one that begins like a formula was written with an apostrophe. */
export function fromCell(value: Json): Json {
  return typeof value === 'string' ? value.replace(/^'(?=\s*[=+\-@])/, '') : value;
}

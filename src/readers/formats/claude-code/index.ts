// Claude Code transcripts (1.x and 2.x, ~/.claude/projects/**/*.jsonl) and streams of the Claude Agent SDK (stream-json).
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { count } from '../../draft/count.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { type Line, looksLikeLine, readLine } from './line.ts';
import { readSession } from './read-session.ts';
import { assignLines } from './share-out.ts';
import { readIssue } from '../../records/read-codes.ts';

/** Transcripts of Claude Code and streams of the Claude Agent SDK: one run per session. */
export const claudeCodeFormat: TraceFormat = {
  id: 'claude-code',
  title: 'Claude Code transcripts and Agent SDK streams',
  joinsFiles: true,
  sniff: (record) => (looksLikeLine(record) ? 'part' : 'none'),
  open: (output) => new Transcripts(output),
};

/** Keeps the lines of all files, since a session may continue in several, and makes a run of each session. */
class Transcripts implements Assembler {
  readonly #output: TraceOutput;
  /** Lines by session; all lines of a file without sessions are a session. */
  readonly #sessions = new Map<string, Line[]>();
  /** The session of the line before. */
  #last: { readonly file: string; readonly key: string } | null = null;
  /** Lines that are of no session: notes of the program to itself. */
  #loose = 0;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const isLine = isJsonObject(record) && typeof record.type === 'string';
    const line = isLine && !hasOddName(record) ? readLine(record, where) : null;
    if (line === null) {
      this.#output.error(
        readIssue(
          'TRACE_SCHEMA',
          isLine
            ? 'the message of this line has no role and content, or an id or flag of it is of another kind'
            : 'a line must be an object with a type',
          { where: isLine ? { ...where, pointer: `${where.pointer ?? ''}/message` } : where },
        ),
      );
      return;
    }
    if (line.session === null && line.kind === 'link' && line.unknownType === null) {
      this.#loose += 1;
      return;
    }
    const key = this.#keyOf(line);
    const lines = this.#sessions.get(key);
    if (lines === undefined) this.#sessions.set(key, [line]);
    else lines.push(line);
  }

  /** The session of a line. A line of unknown type without a session may belong to the session before it. */
  #keyOf({ session, unknownType, where }: Line): string {
    const file = where.file ?? '';
    if (session === null && unknownType !== null && this.#last?.file === file)
      return this.#last.key;
    const key = session === null ? `in ${file}` : `id ${session}`;
    this.#last = { file, key };
    return key;
  }

  *end(): Generator<void> {
    const { sessions, isKnown } = assignLines(this.#sessions);
    let skipped = this.#sessions.size === 0 ? this.#loose : 0;
    for (const lines of sessions) {
      if (lines.some(isSpoken)) {
        const trace = readSession(lines[0]!.session, lines, isKnown);
        const files = new Set(lines.map(({ where }) => where.file ?? ''));
        this.#output.trace(trace, lines[0]!.where, files);
      } else skipped += lines.length;
      yield;
    }
    if (skipped > 0)
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${count(skipped, 'line', 'lines')} of no conversation left out`,
        ),
      );
  }
}

const NAMED: ReadonlySet<Json | undefined> = new Set(['user', 'assistant', 'system', 'result']);
const NAMES = ['sessionId', 'session_id', 'subtype'] as const;

/** Whether a name or flag that assigns a line to its session, or to a sub-agent, has another kind of value. */
function hasOddName(record: JsonObject): boolean {
  const isOdd = (value: Json | undefined): boolean =>
    value !== undefined && typeof value !== 'string';
  if (isOdd(record.parentUuid ?? undefined)) return true;
  if (record.isSidechain !== undefined && typeof record.isSidechain !== 'boolean') return true;
  return NAMED.has(record.type) && NAMES.some((key) => isOdd(record[key]));
}

/** Whether a line makes its session a run: a message, an end, or an unknown type. */
function isSpoken({ kind, message, unknownType }: Line): boolean {
  return message !== null || kind === 'init' || kind === 'result' || unknownType !== null;
}

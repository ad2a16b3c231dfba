import { openZip, type ZipMember } from '#platform';
import { type ByteSource, sourceOf } from './byte-source.ts';
import { noRecords } from './read-records.ts';
import type { Input } from './reader.ts';
import type { InputRecord } from './read-input.ts';

/** Reads the members of an archive: the parts of an Inspect log, or files as in a folder. */
export async function* readArchive(
  input: Input,
  readSource: (source: ByteSource) => AsyncGenerator<readonly InputRecord[]>,
): AsyncGenerator<readonly InputRecord[]> {
  const zip = openZip(input.path, input.displayName);
  if (!zip.ok) {
    yield [{ kind: 'error', issue: zip.issue }];
    return;
  }
  try {
    const log = inspectMembers(zip.members);
    const members =
      log ?? zip.members.filter(({ name, leadsOut }) => leadsOut || TRACE_MEMBER.test(name));
    if (members.length === 0) yield [{ kind: 'error', issue: noRecords(input.displayName) }];
    for (const { name, label, read } of members) {
      if (log === null) yield [{ kind: 'input', input: { ...input, displayName: label } }];
      yield* readSource(sourceOf(name, label, read()));
    }
  } finally {
    zip.close();
  }
}

const TRACE_MEMBER = /\.(?:json|jsonl|ndjson)(?:\.gz|\.zst)?$/i;

/** The members of an Inspect log that make it up; the others repeat them. Null for other archives. */
function inspectMembers(members: readonly ZipMember[]): readonly ZipMember[] | null {
  const named = (name: string): ZipMember | undefined =>
    members.find((member) => member.name === name);
  // A log that is still being written, or whose writer crashed, has only what was recorded at the start.
  const header = named('header.json') ?? named('_journal/start.json');
  if (header === undefined) return null;
  const isSample = /^samples\/.*\.json$/;
  return [header, ...members.filter(({ name, leadsOut }) => leadsOut || isSample.test(name))];
}

import { statSync } from 'node:fs';
import { cutLines } from '#bulk';
import { inlineLess } from '#platform';
import { loadFormats, readHead, readTraces, type TraceFormat } from '#readers';
import type { Job, JobFile } from './job.ts';
import type { ThreadPool } from './thread-pool.ts';

/** From this size on, less inlining saves more than it takes to ask for it. */
const MANY_BYTES = 4 * 2 ** 20;
/** More jobs than this there never are. */
const MAX_JOBS = 2 ** 18;

export interface JobPlan {
  readonly jobs: readonly Job[];
  readonly isBulk: boolean;
  readonly bytes: number;
  readonly files: number;
}

/** Files that the same tests may take. */
export interface ClaimedFiles {
  readonly files: readonly JobFile[];
  readonly mayBeCut: boolean;
}

/** Shares files out to jobs: those of a claim are one job, unless there is much to read. */
export async function planJobs(
  claims: readonly ClaimedFiles[],
  format: TraceFormat | null,
  sizes: Pick<ThreadPool, 'bulkBytes' | 'jobBytes'>,
): Promise<JobPlan> {
  const sized = claims.map(({ files }) => files.map((file) => ({ ...file, size: sizeOf(file) })));
  const all = sized.flat();
  const bytes = all.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes > MANY_BYTES) inlineLess();
  // Only files can be read a second time, should runs repeat each other.
  const isBulk = bytes > sizes.bulkBytes && all.every(({ size }) => size !== null);
  const jobBytes = Math.max(sizes.jobBytes, Math.ceil(bytes / MAX_JOBS));
  const drafts: Draft[][] = [];
  for (const [claim, files] of sized.entries())
    drafts.push(
      isBulk && claims[claim]?.mayBeCut === true
        ? await share(files, { claim, format, jobBytes })
        : [whole(claim, files)],
    );
  const jobs = drafts.flat().map((draft, index) => ({ ...draft, index }));
  return { jobs, isBulk, bytes, files: all.length };
}

type SizedFile = JobFile & { readonly size: number | null };
type Draft = Omit<Job, 'index'>;

interface Sharing {
  readonly claim: number;
  readonly format: TraceFormat | null;
  readonly jobBytes: number;
}

function whole(claim: number, files: readonly SizedFile[]): Draft {
  return {
    claim,
    files,
    range: null,
    bytes: files.reduce((sum, { size }) => sum + (size ?? 0), 0),
  };
}

/** Large files of native lines in parts, others in batches; files over which runs may lie scattered together, at the end. */
async function share(
  files: readonly SizedFile[],
  { claim, format, jobBytes }: Sharing,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const joined: SizedFile[] = [];
  let batch: SizedFile[] = [];
  let batched = 0;
  const close = (): void => {
    if (batch.length > 0) drafts.push(whole(claim, batch));
    batch = [];
    batched = 0;
  };
  const looks: { file: SizedFile; head: ReturnType<typeof readHead>; known: TraceFormat | null }[] =
    [];
  for (const file of files) {
    // Most are native, which shows before all the other formats are loaded.
    const formats = format === null ? loadFormats : (): readonly TraceFormat[] => [format];
    const head = readHead(file.path, null) ?? readHead(file.path, await formats());
    looks.push({ file, head, known: format ?? head?.format ?? (await formatOf(file)) });
  }
  const hasJoined = looks.some(({ known }) => known?.joinsFiles === true);
  for (const { file, head, known } of looks) {
    const size = file.size ?? 0;
    // A file whose format never shows may have held a part of any run that lies scattered.
    if (known === null ? hasJoined : known.joinsFiles) {
      joined.push(file);
      continue;
    }
    if (head !== null && known?.id === 'native' && size > jobBytes) {
      close();
      const { start } = head;
      const ranges = cutLines(file, { start, size, bytes: jobBytes });
      ranges.forEach((range, i) =>
        drafts.push({
          claim,
          files: i === 0 ? [file] : [],
          range,
          bytes: range.end - range.start,
        }),
      );
      continue;
    }
    batch.push(file);
    batched += size;
    if (batched >= jobBytes) close();
  }
  close();
  if (joined.length > 0) drafts.push(whole(claim, joined));
  return drafts;
}

/** The format of a file by its first records; null where none shows it. */
async function formatOf(file: JobFile): Promise<TraceFormat | null> {
  const formats: TraceFormat[] = [];
  const onFormat = (_: unknown, format: TraceFormat): void => void formats.push(format);
  for await (const _ of readTraces([file], { format: null, onFormat }))
    if (formats.length > 0) break;
  return formats[0] ?? null;
}

/** How many bytes a file has; null for what has no size, such as a pipe. */
function sizeOf({ path }: JobFile): number | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : null;
  } catch {
    return null;
  }
}

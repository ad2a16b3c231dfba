import { statSync } from 'node:fs';
import { cutLines, loadFormats, readHead, type TraceFormat } from '#readers';
import type { Job, JobFile } from './job.ts';
import type { Workshop } from './workshop.ts';

/** More jobs than this there never are. */
const MOST_JOBS = 2 ** 18;

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
  sizes: Pick<Workshop, 'bulkBytes' | 'jobBytes'>,
): Promise<JobPlan> {
  const sized = claims.map(({ files }) => files.map((file) => ({ ...file, size: sizeOf(file) })));
  const all = sized.flat();
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  const isBulk = bytes > sizes.bulkBytes;
  const jobBytes = Math.max(sizes.jobBytes, Math.ceil(bytes / MOST_JOBS));
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

type SizedFile = JobFile & { readonly size: number };
type Draft = Omit<Job, 'index'>;

interface Sharing {
  readonly claim: number;
  readonly format: TraceFormat | null;
  readonly jobBytes: number;
}

function whole(claim: number, files: readonly SizedFile[]): Draft {
  return { claim, files, range: null, bytes: files.reduce((sum, { size }) => sum + size, 0) };
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
  for (const file of files) {
    // Most are native, which shows before all the other formats are loaded.
    const formats = format === null ? loadFormats : (): readonly TraceFormat[] => [format];
    const head = readHead(file.path, null) ?? readHead(file.path, await formats());
    const known = format ?? head?.format;
    if (known === undefined || known.joinsFiles) {
      joined.push(file);
      continue;
    }
    if (head !== null && known.id === 'native' && file.size > jobBytes) {
      close();
      const { start } = head;
      const ranges = cutLines(file, { start, size: file.size, bytes: jobBytes });
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
    batched += file.size;
    if (batched >= jobBytes) close();
  }
  close();
  if (joined.length > 0) drafts.push(whole(claim, joined));
  return drafts;
}

/** How many bytes a file has; 0 for what has no size, such as a pipe. */
function sizeOf({ path }: JobFile): number {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : 0;
  } catch {
    return 0;
  }
}

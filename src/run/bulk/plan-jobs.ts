import { statSync } from 'node:fs';
import { cutLines, loadFormats, readHead, type TraceFormat } from '#readers';
import type { Job, JobFile } from './job.ts';

/** From here on work is shared out and nobody looks for repeated ids: it depends on the input alone, not on the machine. */
const BULK_BYTES = 64 * 1024 * 1024;
/** How much one job is; larger where there would be too many of them. */
const JOB_BYTES = 16 * 1024 * 1024;
const MOST_JOBS = 2 ** 18;

export interface JobSizes {
  readonly bulkBytes: number;
  readonly jobBytes: number;
}

export const JOB_SIZES: JobSizes = { bulkBytes: BULK_BYTES, jobBytes: JOB_BYTES };

export interface JobPlan {
  readonly jobs: readonly Job[];
  readonly isBulk: boolean;
  readonly bytes: number;
  readonly files: number;
}

/** Shares the files of claims out to jobs: each claim is one job, unless it is much. */
export async function planJobs(
  claims: readonly (readonly JobFile[])[],
  format: TraceFormat | null,
  sizes: JobSizes = JOB_SIZES,
): Promise<JobPlan> {
  const sized = claims.map((files) => files.map((file) => ({ ...file, size: sizeOf(file.path) })));
  const bytes = sized.flat().reduce((sum, { size }) => sum + size, 0);
  const isBulk = bytes > sizes.bulkBytes;
  const jobBytes = Math.max(sizes.jobBytes, Math.ceil(bytes / MOST_JOBS));
  const formats = isBulk && format === null ? await loadFormats() : [];
  const drafts = sized.flatMap((files, claim) =>
    isBulk ? share(files, { claim, format, formats, jobBytes }) : [whole(claim, files)],
  );
  return {
    jobs: drafts.map((draft, index) => ({ ...draft, index })),
    isBulk,
    bytes,
    files: sized.flat().length,
  };
}

type SizedFile = JobFile & { readonly size: number };
type Draft = Omit<Job, 'index'>;

interface Sharing {
  readonly claim: number;
  readonly format: TraceFormat | null;
  readonly formats: readonly TraceFormat[];
  readonly jobBytes: number;
}

function whole(claim: number, files: readonly SizedFile[]): Draft {
  return { claim, files, range: null, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** Large files of native lines in parts, others in batches; files over which runs may lie scattered together, at the end. */
function share(files: readonly SizedFile[], sharing: Sharing): readonly Draft[] {
  const { claim, format, formats, jobBytes } = sharing;
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
    const head = readHead(file.path, format === null ? formats : [format]);
    const known = format ?? head?.format;
    if (known === undefined || known.joinsFiles) {
      joined.push(file);
      continue;
    }
    if (head !== null && known.id === 'native' && file.size > jobBytes) {
      close();
      const { start } = head;
      for (const range of cutLines(file, { start, size: file.size, bytes: jobBytes }))
        drafts.push({ claim, files: [file], range, bytes: range.end - range.start });
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
function sizeOf(path: string): number {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : 0;
  } catch {
    return 0;
  }
}

import { chooseTraces, type ChosenTraces, runError, searchTraces } from '#run';
import { type DraftFlags, rejectModel } from './draft-flags.ts';
import { rejectExistingFiles } from './existing-files.ts';

/** The flags of `init` as commander gives them. */
export interface InitFlags extends DraftFlags {
  readonly out?: string;
  readonly force?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly servers?: string;
  readonly exec?: boolean;
}

/** What `run` would find in a folder. */
const SUITES: readonly string[] = ['whichtool.yaml', 'whichtool.yml', 'whichtool.json'];

/** Writes a suite: for servers, from traces, or an example. */
export async function initProject(paths: readonly string[], flags: InitFlags): Promise<number> {
  const {
    servers,
    exec,
    force = false,
    out,
    dryRun: isDry = false,
    json = false,
    ...draft
  } = flags;
  if (servers !== undefined) {
    if (isDry || json)
      throw runError('FLAG_NO_EFFECT', '--dry-run and --json have no effect with --servers');
    const { writeServerSuite } = await import('./write-server-suite.ts');
    return writeServerSuite(chooseFolder(paths, out), servers, { ...draft, force, exec });
  }
  rejectModel(draft);
  const named = paths.length === 0 ? null : await chooseTraces(paths, process.cwd());
  const folder = named === null ? chooseFolder(paths, out) : (out ?? '.');
  if (!force) rejectExistingFiles(folder, SUITES);
  const traces = named ?? (await findTraces(paths));
  if (traces !== null && traces.files.length > 0) {
    const { writeTraceSuite } = await import('./write-trace-suite.ts');
    return writeTraceSuite(traces, { folder, isPlaceNamed: out !== undefined, isDry, json });
  }
  if (json) throw runError('INIT_TRACES', 'there is no trace here that --json could speak of');
  const { writeStarter } = await import('./write-starter.ts');
  const isNamed = out !== undefined || paths.length > 0;
  return writeStarter(folder, { force, isNamed, isDry, notTraces: traces?.others ?? [] });
}

/** The traces of the project; null where the user named a folder to write an example to. */
async function findTraces(paths: readonly string[]): Promise<ChosenTraces | null> {
  return paths.length > 0 ? null : searchTraces(process.cwd());
}

function chooseFolder(paths: readonly string[], out: string | undefined): string {
  const folders = out === undefined ? paths : [...paths, out];
  if (folders.length > 1)
    throw runError('INIT_TRACES', `${folders.join(', ')}: there is only one folder to write to`);
  return folders[0] ?? '.';
}

import { join } from 'node:path';
import type { JudgeOptions } from '#run';
import { stateFolder } from '#store';
import type { Suite } from '#suite';
import type { DriveConsole } from '../output/drive-console.ts';
import type { DriveFlags, Driving } from './drive-flags.ts';

/** How judges are asked, by the flags. Answers are recorded and replayed with the runs. */
export function judgeOptions(
  { record, replay }: Pick<DriveFlags, 'record' | 'replay'>,
  { folder, isReplay }: Pick<Driving, 'folder' | 'isReplay'>,
  suites: readonly Suite[],
  cwd: string,
): Pick<JudgeOptions, 'cache' | 'folder' | 'isReplay'> {
  return {
    cache: join(stateFolder(suites[0]?.root ?? cwd), 'judge'),
    folder: record === undefined && replay === undefined ? null : folder,
    isReplay,
  };
}

/** What a person sees and can do while judges are asked. */
export function judgeHooks({
  hooks,
  judged,
}: DriveConsole): Pick<JudgeOptions, 'listen' | 'onProgress'> {
  return { listen: hooks.listen, onProgress: judged };
}

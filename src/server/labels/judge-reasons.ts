import { join } from 'node:path';
import { openJudgeReasons } from '#run';
import { stateFolder } from '#store';
import { findLabelFiles } from './find-files.ts';
import type { JudgeReasons } from './label-cases.ts';

/** Looks for answers of judges in the files and in the cache of a project. They are read when they are shown. */
export function judgeReasonsOf(root: string): JudgeReasons {
  return async ({ context }, id) => {
    if (context.book.task === 'label') return [];
    const recorded = findLabelFiles(root).judges;
    const cache = join(stateFolder(root), 'judge');
    return (await openJudgeReasons(context, { recorded, cache }))(id);
  };
}

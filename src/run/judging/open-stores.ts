import { join } from 'node:path';
import { type AnswerStore, openCacheStore, openRecordedStore, type RecordedStore } from '#judge';
import type { JudgeOptions } from './judge-options.ts';

/** The file of recorded answers in a folder of cassettes. */
const RECORDED = 'judge.jsonl';

/** Where answers are looked for and kept. Recorded ones come first; a replay knows no others, and writes none. */
export function openStores({
  folder,
  cache,
  isReplay,
}: Pick<JudgeOptions, 'folder' | 'cache' | 'isReplay'>): {
  readonly stores: readonly AnswerStore[];
  /** To be saved in the end; null where nothing is recorded. */
  readonly recorded: RecordedStore | null;
} {
  const recorded = folder === null ? null : openRecordedStore(join(folder, RECORDED));
  const kept = cache === null || isReplay ? null : openCacheStore(cache);
  const stores = [recorded, kept].filter((store) => store !== null);
  return { stores, recorded: isReplay ? null : recorded };
}

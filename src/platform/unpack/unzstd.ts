import { corruptPack } from './pack-fault.ts';

/** Unpacks Zstandard frames one after the other; windows up to 128 MiB, checksums are verified. */
export async function* unzstd(
  packed: AsyncIterable<Buffer>,
  label: string,
): AsyncGenerator<Buffer> {
  const { ZstdEngine } = await import('./zstd-engine.ts');
  const engine = await ZstdEngine.open();
  try {
    for await (const bytes of packed) {
      yield* engine.push(bytes);
      if (engine.isDamaged) throw corruptPack(label, engine.offset, false);
    }
    if (!engine.isComplete) throw corruptPack(label, engine.offset, true);
  } finally {
    engine.close();
  }
}

// Which calls of a line were made before on it.
import { BITS, REPEATED } from './call';
import { CALLS } from './layout';
import { compareArguments, DIFFERENT, EQUAL } from './same-arguments';

/** Whether some call of the line may equal an earlier one in another spelling. */
export let mayRepeat: bool = false;

/** Marks the calls of the line that have an equal one before them. */
export function markRepeats(count: i32): void {
  mayRepeat = false;
  const end = CALLS + ((<usize>count) << 4);
  for (let entry = CALLS + 16; entry < end; entry += 16)
    if (isRepeat(entry)) store<u32>(entry, load<u32>(entry) | REPEATED);
}

function isRepeat(entry: usize): bool {
  const tool = toolOfCall(entry);
  for (let other = CALLS; other < entry; other += 16) {
    if (toolOfCall(other) != tool) continue;
    const outcome = compareArguments(
      load<u32>(other, 4),
      load<u32>(other, 8),
      load<u32>(entry, 4),
      load<u32>(entry, 8),
      (load<u32>(other, 12) | load<u32>(entry, 12)) != 0,
    );
    if (outcome == EQUAL) return true;
    if (outcome != DIFFERENT) mayRepeat = true;
  }
  return false;
}

// @inline
function toolOfCall(entry: usize): u32 {
  return load<u32>(entry) & ~BITS;
}

// Where everything lies in the scanner's memory. Nothing is ever freed: each place is used again for the next line or block.

/** The most calls of one line that are kept apart; a longer run is left to the reference. */
export const MAX_CALLS: i32 = 256;
/** Objects with more keys than this are left to the reference. */
export const MAX_KEYS: i32 = 64;
/** Nesting beyond this is left to the reference, which allows a little more. */
export const MAX_DEPTH: i32 = 100;
/** The longest tool, server or test name that is interned, in bytes. */
export const MAX_NAME: i32 = 1024;
export const MAX_STRINGS: u32 = 16384;
export const MAX_TOOLS: u32 = 32768;
export const MAX_TESTS: u32 = 16384;
/** Limit of probes in a hash table: names made to collide cost no more than others. */
export const MAX_PROBES: i32 = 32;

/** Calls and traces with more values than this leave no pattern behind. */
export const MAX_SLOTS: i32 = 64;
/** So many ways to go on behind one step are kept. */
export const MAX_BRANCHES: i32 = 24;

/** Calls of the current line, 16 bytes each: tool, start and end of the arguments, whether they have escapes. */
export const CALLS: usize = 4096;
/** Keys of the objects that are open, 16 bytes each: first eight bytes, place, length. */
export const KEYS: usize = CALLS + 16 * <usize>MAX_CALLS;
export const KEYS_END: usize = KEYS + 128 * 1024;
/** Values of what is being checked, see patterns.ts. */
export const SLOTS: usize = KEYS_END;
export const SLOTS_END: usize = SLOTS + 12 * 1024;
/** The steps of patterns, see there. */
export const STEPS: usize = SLOTS_END;
export const STEPS_END: usize = STEPS + 48 * 8192;
/** Interned strings, 32 bytes each: first and second eight bytes, place in the arena, length, hash. */
export const STRINGS: usize = STEPS_END;
/** Hash table of string ids plus one. */
export const STRING_SLOTS: usize = STRINGS + 32 * <usize>MAX_STRINGS;
export const STRING_SLOT_COUNT: u32 = 2 * MAX_STRINGS;
/** Tools: server id plus one in the upper half, name id in the lower. */
export const TOOLS: usize = STRING_SLOTS + 4 * <usize>STRING_SLOT_COUNT;
/** Hash table of tool ids plus one. */
export const TOOL_SLOTS: usize = TOOLS + 4 * <usize>MAX_TOOLS;
export const TOOL_SLOT_COUNT: u32 = 2 * MAX_TOOLS;
/** The bytes of interned strings. */
export const ARENA: usize = TOOL_SLOTS + 4 * <usize>TOOL_SLOT_COUNT;
export const ARENA_END: usize = ARENA + 1024 * 1024;
/** Tools that were seen lately, 48 bytes each: 16 bytes of the name, 16 of the server, lengths, number. A name has some length, so zeros match none. */
export const RECENT: usize = ARENA_END;
/** The lines to scan; reads go up to 16 bytes past the last one. */
export const BLOCK: usize = RECENT + 48 * 4096;
export const BLOCK_BYTES: i32 = 512 * 1024;
/** The line that was found, see index.ts. */
export const FOUND: usize = BLOCK + <usize>BLOCK_BYTES + 64;
/** The test of a name, by the number of the name plus one; 0 for none. */
export const TEST_OF_NAME: usize = FOUND + 64 + 4 * <usize>MAX_CALLS;
/** Tests, 64 bytes each, see runs.ts. */
export const TESTS: usize = TEST_OF_NAME + 4 * <usize>(MAX_STRINGS + 2);
/** Hash table of facts about the tools of tests, 8 bytes each: both numbers, bits. */
export const TOOL_FACTS: usize = TESTS + 64 * <usize>MAX_TESTS;
export const TOOL_FACTS_COUNT: u32 = 65536;
/** Hash table of distinct call sequences, 32 bytes each, see runs.ts. */
export const SEQUENCES: usize = TOOL_FACTS + 8 * <usize>TOOL_FACTS_COUNT;
export const SEQUENCE_COUNT: u32 = 65536;
/** Examples of call sequences, one behind the other: the sequence, the number of calls, then the calls, 4 bytes each. */
export const EXAMPLES: usize = SEQUENCES + 32 * <usize>SEQUENCE_COUNT;
export const EXAMPLES_END: usize = EXAMPLES + 2 * 1024 * 1024;
/** Hashes of runs that have an id, 8 bytes each, until they are taken: more than the lines of a block. */
export const MAX_IDENTITIES: i32 = 40960;
export const IDENTITIES: usize = EXAMPLES_END;
/** Which hashes are watched, by their lowest bits. */
export const WATCHED: usize = IDENTITIES + 8 * <usize>MAX_IDENTITIES;
export const WATCHED_BITS: u32 = 1 << 20;
/** Two texts to hash, of which so many bytes count; reads go up to 8 bytes past the last one. */
export const SCRATCH: usize = WATCHED + <usize>(WATCHED_BITS >> 3);
export const SCRATCH_BYTES: i32 = 256;
export const MEMORY_END: usize = SCRATCH + 2 * <usize>SCRATCH_BYTES + 64;

/** How much code a function runs, in bytes of bytecode, before it is optimized; thirty times what the runtime does by itself. */
const BUDGET = 2_000_000;

/**
 * Lets the runtime optimize only what stays hot. In bulk most code runs a few thousand times, and then the scanner does the
 * rest: by itself the runtime would spend as much on making that code fast as all of it takes.
 */
export function optimizeLate(): void {
  // Asked for here: most commands do not need it, and the module takes time to load.
  process.getBuiltinModule('node:v8').setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}

/** How much bytecode of other functions a function may include; a third of what the runtime allows by itself. */
const INLINED = 300;

/**
 * Lets the runtime include less of other functions in a function that it optimizes. Readers are many small functions, and in a
 * short process a third of the time went to optimizing the same ones again in each of their callers.
 */
export function inlineLess(): void {
  process
    .getBuiltinModule('node:v8')
    .setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED}`);
}

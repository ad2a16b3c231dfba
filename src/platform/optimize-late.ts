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

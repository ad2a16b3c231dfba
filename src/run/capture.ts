import type { CapturedProgram, CaptureProgramOptions } from './drive/capture-program.ts';

/** Runs a program once and catches its calls. Throws a UserError where it cannot be run so. */
export async function captureProgram(
  command: readonly string[],
  options: CaptureProgramOptions,
): Promise<CapturedProgram> {
  // Other commands start faster without what this takes.
  const { captureOnce } = await import('./drive/capture-program.ts');
  return captureOnce(command, options);
}

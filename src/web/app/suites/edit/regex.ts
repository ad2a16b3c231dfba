import { loadLinearRegex } from '#suite-text';

/** The engine for patterns in suites and labels. */
export const linearRegex: Awaited<ReturnType<typeof loadLinearRegex>> = await loadLinearRegex();

/** Whether tests run in their full form: `npm run verify:full`. */
export const isFull: boolean = process.env['WHICHTOOL_FULL'] === '1';

/** How long a test may take whose full form has many times the cases. */
export const FULL_TIMEOUT_MS: number = isFull ? 3_600_000 : 120_000;

/** Whether tests run in their full form: `npm run verify:full`. */
export const isFull: boolean = process.env['WHICHTOOL_FULL'] === '1';

export { addSizes } from './add-sizes.ts';
export { countPile } from './count-pile.ts';
export { countTests, type LeftRuns, statementOf } from './count-tests.ts';
export { rowStatementOf, selectRuns, whyRead } from './select-runs.ts';
export { dialectOf } from './sql/dialects.ts';
export { type CountedTable, PLAIN_TABLE, tableOfStore } from './table-of-store.ts';

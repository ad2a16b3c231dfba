// Writes the folder of a new trace format, with a contract test that fails, and registers it.
import { applyPlan, readName } from './generators/apply.mjs';
import { planReader } from './generators/reader-files.mjs';

const id = readName('npm run new:reader -- <format-id>', /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
applyPlan(planReader(id));
process.stdout.write(`
Next:
1. Write fixtures in the shape of the format, then the reader, until this passes:
   npx vitest run --project unit src/readers/formats/contract.test.ts -t '^${id} '
2. Move the format in FORMATS: formats with the surest signs come first.
3. Write docs/formats/${id}.md and a line in CHANGELOG.md, then run:
   node scripts/build-docs.mjs
`);

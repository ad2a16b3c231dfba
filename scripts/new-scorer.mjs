// Writes the folder of a new scorer, with a test that fails, and adds it to the registry.
import { applyPlan, readName } from './generators/apply.mjs';
import { planScorer } from './generators/scorer-files.mjs';

const name = readName('npm run new:scorer -- <scorer_name>', /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
applyPlan(planScorer(name));
const file = name.replaceAll('_', '-');
process.stdout.write(`
Next:
1. Write the test beside the scorer from counts on paper, then the scorer, until this passes:
   npx vitest run --project unit src/core/scorers/${file}
2. Move its line in src/core/scorers/index.ts to where reports should list it.
3. Pin its metric ids in src/core/scorers/index.test.ts, and its reach in src/core/measure/partial-runs.test.ts.
4. Write a section with a worked example in docs/metrics.md and a line in CHANGELOG.md, then run:
   npm run generate
`);

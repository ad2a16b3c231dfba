import { UserError } from '#core';
import { formatCount, formatIssue } from '#reporters';
import { EXIT, loadSuites } from '#run';
import { print } from '../output/output.ts';
import { colorOf } from '../output/terminal.ts';

/** Loads suites and says what is in them, or everything that is wrong with them. */
export async function validateSuites(paths: readonly string[], json: boolean): Promise<number> {
  try {
    const suites = await loadSuites(paths, process.cwd());
    const summary = suites.map(({ file, tests, evals, warnings }) => ({
      file,
      tests: tests.length,
      evals: evals.length,
      gates: [...tests, ...evals].reduce((sum, plan) => sum + plan.gates.length, 0),
      warnings,
    }));
    const lines = summary.flatMap(({ file, tests, evals, gates, warnings }) => [
      `${file}: ok, ${formatCount(tests, 'test')}, ${formatCount(evals, 'eval')}, ${formatCount(gates, 'gate')}`,
      ...warnings.map((warning) => formatIssue(warning, colorOf(process.stdout))),
    ]);
    await print(
      json
        ? [`${JSON.stringify({ ok: true, suites: summary, issues: [] }, null, 2)}\n`]
        : lines.map((line) => `${line}\n`),
    );
    return EXIT.ok;
  } catch (error) {
    if (!json || !(error instanceof UserError)) throw error;
    await print([`${JSON.stringify({ ok: false, suites: [], issues: error.issues }, null, 2)}\n`]);
    return EXIT.unusable;
  }
}

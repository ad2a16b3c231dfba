import { compareReports, redactComparison, SECRETS_ONLY, UserError } from '#core';
import { DOCUMENT_REPORTER_NAMES, loadComparisonReporter } from '#reporters';
import { exitCodeOf, settleRule } from '#run';
import { readReport } from '#store';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { parseRegression, type RegressionFlags } from '../flags/regression-flags.ts';

/** The flags of `compare` as commander gives them. */
export interface CompareFlags extends RegressionFlags {
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly redact: boolean;
}

/** Shows how the second report differs from the first. */
export async function compare(before: string, after: string, flags: CompareFlags): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  const demand = settleRule(parseRegression(flags), 'recorded');
  const comparison = compareReports(await readReport(before), await readReport(after), demand);
  if ('code' in comparison) throw new UserError([comparison]);
  const shown = flags.redact ? redactComparison(comparison, SECRETS_ONLY) : comparison;
  const code = exitCodeOf({ verdict: comparison.regression?.outcome ?? 'pass' });
  return deliverBy(outputs, code, async (reporter, options) => {
    const render = await loadComparisonReporter(reporter);
    return render(shown, options);
  });
}

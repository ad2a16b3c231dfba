import { metricsText } from '#reporters';
import { stdout } from 'node:process';
import { print } from '../output/output.ts';
import { colorOf, widthOf } from '../output/terminal.ts';
import { listMetrics } from './list-metrics.ts';

/** Prints every metric that a gate can name. */
export async function printMetrics(asJson: boolean): Promise<void> {
  const metrics = listMetrics();
  await print(
    asJson
      ? [`${JSON.stringify(metrics, null, 2)}\n`]
      : metricsText(metrics, { color: colorOf(stdout), width: widthOf(stdout) }),
  );
}

import type { JSX } from 'preact';
import type { ArgumentReport } from '#core';
import { ARGUMENT_COLUMNS, argumentFigures } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { Wide } from '../../components/wide.tsx';

/** Every labelled argument in numbers, those that are wrong most often first. */
export function ArgumentsTable({
  reports,
}: {
  readonly reports: readonly ArgumentReport[];
}): JSX.Element {
  return (
    <Wide>
      <table class="tools">
        <caption class="unseen">Arguments</caption>
        <thead>
          <tr>
            <th scope="col">tool</th>
            <th scope="col">argument</th>
            {ARGUMENT_COLUMNS.map((head) => (
              <th key={head} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reports.map((report, i) => (
            <tr key={i}>
              <td>
                <Name text={report.tool} />
              </td>
              <td>
                <Name text={report.argument} />
              </td>
              {argumentFigures(report).map((figure, column) => (
                <td key={column} class="number">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

import type { JSX } from 'preact';
import { formatNumber, type ReportIndex } from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';

/** Which suite, commit and date: as far as they are known. */
export function Origin({
  index: { about, provenance = {} },
}: {
  readonly index: ReportIndex;
}): JSX.Element {
  const [suite] = about.suites;
  const { date, commit, branch } = provenance;
  const revision = [branch, commit?.slice(0, 8)].filter(Boolean).join('@');
  return (
    <Dotted
      class="origin soft small cut"
      parts={[
        suite === undefined ? null : (
          <>
            <Name text={suite.file} />
            {about.suites.length > 1 ? ` and ${formatNumber(about.suites.length - 1)} more` : ''}
          </>
        ),
        revision === '' ? null : <Name text={revision} />,
        date === undefined ? null : (
          <Foreign text={date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2')} />
        ),
        about.shard === undefined ? null : `shard ${about.shard.index} of ${about.shard.count}`,
      ]}
    />
  );
}

import type { JSX } from 'preact';
import type { ConfusionReading } from '#core';
import { explain, type Finding, formatNumber } from '#reporters';
import { Foreign } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { Words } from '../../components/words.tsx';
import type { Measured } from '../data/report-source.ts';
import type { Links } from './links.ts';
import { isAccepted } from './verdict-sentence.ts';
import { type SuiteLinks, useSuiteLinks } from '../address/use-suite-links.ts';

const SHOWN = 3;
const FINDINGS_SHOWN = 3;

/** What to change first: readings of the matrix, otherwise what scorers miss most. */
export function FixFirst({ measured, links }: FixParts): JSX.Element | null {
  const readings = 'cases' in measured ? (measured.confusion?.readings ?? []) : [];
  const { trial } = useSuiteLinks(measured);
  if (readings.length > 0) return <Readings readings={readings} links={links} trial={trial} />;
  const findings = explain(measured);
  if (findings.length === 0) return null;
  const isOften = measured.runs > 1;
  return (
    <Panel
      title={isAccepted(measured) ? 'What single runs lack' : 'What went wrong'}
      class="fix-panel"
    >
      {findings.map(({ scorer, judged, findings: list, more, beyond }, i) => (
        <div key={i} class="fix-group">
          {findings.length > 1 || judged ? (
            <h3>
              <Foreign text={scorer} />
              {judged ? ', judged' : ''}
            </h3>
          ) : null}
          <ul class="fix">
            {list.slice(0, FINDINGS_SHOWN).map((finding, place) => (
              <FindingEntry key={place} finding={finding} isOften={isOften} />
            ))}
          </ul>
          {list.length > FINDINGS_SHOWN ? (
            <details class="more">
              <summary>{`${formatNumber(list.length - FINDINGS_SHOWN)} more`}</summary>
              <ul class="fix">
                {list.slice(FINDINGS_SHOWN).map((finding, place) => (
                  <FindingEntry key={place} finding={finding} isOften={isOften} />
                ))}
              </ul>
            </details>
          ) : null}
          {more + beyond > 0 ? (
            <p class="soft small">{`and ${formatNumber(more + beyond)} more`}</p>
          ) : null}
        </div>
      ))}
    </Panel>
  );
}

interface FixParts {
  readonly measured: Measured;
  readonly links: Links;
}

interface ReadingParts {
  readonly readings: readonly ConfusionReading[];
  readonly links: Links;
  readonly trial: SuiteLinks['trial'];
}

function Readings({ readings, links, trial }: ReadingParts): JSX.Element {
  return (
    <Panel title="What to fix first" class="fix-panel">
      <ol class="fix">
        {readings.slice(0, SHOWN).map((reading, i) => (
          <li key={i} class={i === 0 ? 'worst' : ''}>
            <Reading reading={reading} links={links} trial={trial} />
          </li>
        ))}
      </ol>
      {readings.length > SHOWN ? (
        <details class="more">
          <summary>{`${formatNumber(readings.length - SHOWN)} more`}</summary>
          <ol class="fix">
            {readings.slice(SHOWN).map((reading, i) => (
              <li key={i}>
                <Reading reading={reading} links={links} trial={trial} />
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </Panel>
  );
}

function Reading({
  reading: { expected, observed, text, fix },
  links,
  trial,
}: Omit<ReadingParts, 'readings'> & { readonly reading: ConfusionReading }): JSX.Element {
  const tried = trial(expected, observed);
  return (
    <>
      <a href={links.cell(expected, observed)}>
        <Foreign text={text} />
      </a>
      <p class="soft">
        <Foreign text={fix} />
        {tried === null ? null : (
          <>
            {' '}
            <a href={tried}>Try other descriptions</a>
          </>
        )}
      </p>
    </>
  );
}

function FindingEntry({ finding, isOften }: FindingParts): JSX.Element {
  const { kind, isOpen, subject, places, extent, details } = finding;
  return (
    <li class={isOpen ? 'open' : 'worst'}>
      <span class={isOpen ? 'warn strong' : 'bad strong'}>{kind}</span> <Words text={subject} />{' '}
      {isOften ? <span class="soft">{extent}</span> : null}
      <p class="soft">
        <Words text={places} />
      </p>
      {details.map((detail, i) => (
        <p key={i} class="soft">
          <Words text={detail} />
        </p>
      ))}
    </li>
  );
}

interface FindingParts {
  readonly finding: Finding;
  /** Whether there are several runs or cases that it can be in. */
  readonly isOften: boolean;
}

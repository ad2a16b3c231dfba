import type { JSX } from 'preact';
import type { ReportEntry } from '#core';
import { Kbd } from '../../components/kbd.tsx';
import { useKeys } from '../../components/keys.ts';
import { useAddresses } from '../address/addresses.ts';
import type { Measured } from '../data/report-source.ts';
import { TracePanel } from '../trace/trace-panel.tsx';
import type { Links } from './links.ts';

/** The run or case that is open, with links to those before and after it. On a narrow screen it covers the list. */
export function OpenedEntry({ entry, measured, links, before, after }: OpenedParts): JSX.Element {
  const { visit } = useAddresses();
  const whole = links.trace(entry);
  useKeys(
    whole === null ? [] : [{ keys: ['t'], words: 'the whole trace', run: () => visit(whole) }],
  );
  return (
    <aside class="panel opened" aria-label="Trace" tabindex={-1}>
      <a class="button quiet small back" href={links.closed()}>
        ← Back
      </a>
      <TracePanel
        entry={entry}
        catalogs={measured.catalogs ?? []}
        links={
          <nav class="neighbours" aria-label="Neighbours">
            {whole === null ? null : (
              <a class="button quiet small" href={whole} title="The whole trace">
                Trace <Kbd keys="t" />
              </a>
            )}
            <Step
              href={before === null ? null : links.entry(before)}
              words="Previous"
              shortcut="k"
            />
            <Step href={after === null ? null : links.entry(after)} words="Next" shortcut="j" />
          </nav>
        }
        note={`The report has no texts of it: the first 100 of each verdict have them.${whole === null ? '' : ' Trace reads its file.'}`}
      />
    </aside>
  );
}

interface OpenedParts {
  readonly entry: ReportEntry;
  readonly measured: Measured;
  readonly links: Links;
  readonly before: ReportEntry | null;
  readonly after: ReportEntry | null;
}

function Step({
  href,
  words,
  shortcut,
}: {
  readonly href: string | null;
  readonly words: string;
  readonly shortcut: string;
}): JSX.Element | null {
  if (href === null) return null;
  return (
    <a class="button quiet small" href={href} aria-label={words} title={words}>
      <Kbd keys={shortcut} />
    </a>
  );
}

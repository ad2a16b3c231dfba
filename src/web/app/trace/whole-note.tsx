import type { JSX } from 'preact';
import type { ApiWholeTrace } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';

/** A report quotes no more calls of a run. */
const QUOTED_CALLS = 100;

/** Where the trace on the page comes from: the file, or what the report quotes of it. */
export function WholeNote({ whole, where }: NoteParts): JSX.Element {
  if (whole.state === 'absent')
    return (
      <p class="trace-source warn">
        Shown as the report quotes it. <Foreign text={whole.reason} />
      </p>
    );
  return (
    <p class={whole.isNewer ? 'trace-source warn' : 'trace-source soft'}>
      Read from <Name text={where} />, redacted as the report is.
      {whole.isNewer
        ? ' The file was written after this run: it may say something else by now.'
        : null}
      {whole.evidence.calls.length > QUOTED_CALLS
        ? ' Beyond the first 100 calls, a report lists verdicts of the first 100 of each kind.'
        : null}
      {whole.evidence.cut === true ? ' Texts beyond 256,000 characters are cut.' : null}
    </p>
  );
}

interface NoteParts {
  readonly whole: ApiWholeTrace;
  readonly where: string;
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { makeVisible } from '#reporters';
import type { ApiLive } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { putJson } from '../data/api.ts';

/** The suite that traces are scored by. */
export function SuiteChoice({ suite, suites, suiteFault }: ApiLive): JSX.Element {
  const [file, setFile] = useState(suite?.file ?? '');
  const [fault, setFault] = useState(suiteFault);
  // The suite of the command may be outside of what is listed.
  const choices = file === '' || suites.includes(file) ? suites : [file, ...suites];
  const choose = (next: string): void => {
    putJson('live/suite', { file: next || null }).then(
      () => {
        setFile(next);
        setFault(null);
      },
      (error: Error) => {
        setFile(file);
        setFault(error.message);
      },
    );
  };
  return (
    <>
      <label class="filter">
        <span class="soft small">Scored by</span>
        <select value={file} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">no suite</option>
          {choices.map((each) => (
            <option key={each} value={each}>
              {makeVisible(each)}
            </option>
          ))}
        </select>
      </label>
      {fault === null ? null : (
        <span class="bad small" role="alert">
          <Foreign text={fault} />
        </span>
      )}
    </>
  );
}

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Services } from '#core';
import type { ApiExtent, ApiSuite } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { type Loaded, useApi } from '../data/use-api.ts';
import { Await } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';

/** What edits and scores suites: a file of its own, as large as all the rest of the app. */
interface Editor {
  readonly EditView: typeof import('./edit/edit-view.tsx').EditView;
  readonly regex: NonNullable<Services['regex']>;
}

/** Edits a suite and shows at once what follows from it. */
export function SuitePage({ parameters, query }: ViewParts): JSX.Element {
  const file = parameters.suite ?? '';
  const [extent, setExtent] = useState<ApiExtent>('tools');
  const suite = useApi<ApiSuite>(`suites/${encodeURIComponent(file)}?extent=${extent}`);
  const editor = useEditor();
  /** The last suite that was read: it stays while more of its runs are. */
  const [opened, setOpened] = useState<ApiSuite | null>(null);
  useEffect(() => {
    if (suite.state === 'ready') setOpened(suite.value);
  }, [suite]);
  const shown: Loaded<ApiSuite> =
    opened === null || suite.state === 'failed' ? suite : { state: 'ready', value: opened };
  return (
    <main class="view suite-edit">
      <h1>
        <a href="/suites">Suites</a> / <Foreign text={file} />
      </h1>
      <Await loaded={shown} what="the suite and its runs">
        {(value) => (
          <Await loaded={editor} what="the editor">
            {({ EditView, regex }) => (
              <EditView
                suite={value}
                regex={regex}
                chosen={query.get('item')}
                onNeedsMore={() => setExtent('all')}
                onWritten={(text, sha256) => setOpened({ ...value, text, sha256 })}
              />
            )}
          </Await>
        )}
      </Await>
    </main>
  );
}

function useEditor(): Loaded<Editor> {
  const [editor, setEditor] = useState<Loaded<Editor>>({ state: 'loading' });
  useEffect(() => {
    const load = async (): Promise<Editor> => {
      const [{ EditView }, { linearRegex }] = await Promise.all([
        import('./edit/edit-view.tsx'),
        import('./edit/regex.ts'),
      ]);
      return { EditView, regex: linearRegex };
    };
    load().then(
      (value) => setEditor({ state: 'ready', value }),
      (error: Error) => setEditor({ state: 'failed', error }),
    );
  }, []);
  return editor;
}

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Services } from '#core';
import type { ApiExtent, ApiSuite } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { type Loaded, useApi } from '../data/use-api.ts';
import { Await } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import type { EditView as EditViewType } from './edit/edit-view.tsx';

/** What edits and scores suites: a file of its own, as large as all the rest of the app. */
interface Editor {
  readonly EditView: typeof EditViewType;
  /** The engine for patterns; null where the suite has none. */
  readonly regex: NonNullable<Services['regex']> | null;
}

/** Edits a suite and shows at once what follows from it. */
export function SuitePage({ parameters, query }: ViewParts): JSX.Element {
  const file = parameters.suite ?? '';
  const [extent, setExtent] = useState<ApiExtent>('tools');
  const suite = useApi<ApiSuite>(`suites/${encodeURIComponent(file)}?extent=${extent}`);
  /** The last suite that was read: it stays while more of its runs are. */
  const [opened, setOpened] = useState<ApiSuite | null>(null);
  const editor = useEditor(opened);
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
                part={query.get('part')}
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

/** Loads the editor at once, and the engine for patterns where the suite has some. */
function useEditor(suite: ApiSuite | null): Loaded<Editor> {
  const [editor, setEditor] = useState<Loaded<Editor>>({ state: 'loading' });
  const needsRegex = useMemo(() => (suite === null ? null : hasPatterns(suite)), [suite]);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const { EditView } = await import('./edit/edit-view.tsx');
      if (needsRegex === null) return;
      const regex = needsRegex ? (await import('./edit/regex.ts')).linearRegex : null;
      setEditor({ state: 'ready', value: { EditView, regex } });
    };
    load().catch((error: Error) => setEditor({ state: 'failed', error }));
  }, [needsRegex]);
  return editor;
}

/** Whether the suite or a label of its evals has a pattern. Its editor adds none. */
function hasPatterns({ text, items }: ApiSuite): boolean {
  return /matches/.test(text) || JSON.stringify(items).includes('"$matches"');
}

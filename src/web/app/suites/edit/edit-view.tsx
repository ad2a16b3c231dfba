import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Services } from '#core';
import type { ApiSuite } from '#schema';
import { editSuiteText, type SuiteEdit } from '#suite-text';
import { Button } from '../../../components/button.tsx';
import { Foreign } from '../../../components/foreign.tsx';
import { useKeys } from '../../../components/keys.ts';
import { VerdictSign } from '../../../components/verdict-badge.tsx';
import { trialAddress } from '../../run/run-addresses.ts';
import { EditorPanel } from './editor-panel.tsx';
import { ExportPanel } from './export/export-panel.tsx';
import { EditProvider } from './fields/edit-context.tsx';
import { ItemResults } from './results/item-results.tsx';
import { showPart } from './show-part.ts';
import { addText, beginHistory, currentText, step } from './session/history.ts';
import { listKnownTools } from './session/known-tools.ts';
import { type ItemResult, SuiteScorer } from './session/suite-scorer.ts';

/** The editor of a suite beside the figures that follow from it. */
export function EditView({
  suite,
  regex,
  chosen,
  part,
  onNeedsMore,
  onWritten,
}: EditParts): JSX.Element {
  const scorer = useMemo(() => new SuiteScorer(suite, regex), [suite, regex]);
  const tools = useMemo(
    () => listKnownTools(scorer.replays.values(), suite.catalog),
    [scorer, suite.catalog],
  );
  const [history, setHistory] = useState(() => beginHistory(suite.text));
  const [refused, setRefused] = useState(false);
  const text = currentText(history);
  const scored = useMemo(() => scorer.score(text), [scorer, text]);
  const isDirty = text !== suite.text;
  const onEdit = (edit: SuiteEdit): void => {
    const edited = editSuiteText(text, edit, /\.json$/i.test(suite.file));
    setRefused(edited === null);
    if (edited !== null) setHistory(addText(history, edited));
  };
  const undo = (): void => setHistory(step(history, -1));
  const redo = (): void => setHistory(step(history, 1));
  useKeys([
    { keys: ['u'], words: 'undo an edit', run: undo },
    { keys: ['r'], words: 'redo an edit', run: redo },
  ]);
  useEffect(() => {
    if (scored.items?.some(({ outcome }) => outcome.state === 'needs-more')) onNeedsMore();
  }, [scored]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
  useEffect(() => showPart(part), [part]);
  const items = scored.items ?? scorer.base.items ?? [];
  const item = items.find((candidate) => keyOf(candidate) === chosen) ?? items[0];
  const same = (result: ItemResult): boolean => item !== undefined && keyOf(result) === keyOf(item);
  const errors = scored.problems.filter(({ issue }) => issue.severity === 'error').length;
  return (
    <EditProvider value={{ tools, problems: scored.problems, onEdit }}>
      <div class="edit-bar">
        <Button look="quiet" shortcut="u" disabled={history.at === 0} onClick={undo}>
          Undo
        </Button>
        <Button
          look="quiet"
          shortcut="r"
          disabled={history.at === history.texts.length - 1}
          onClick={redo}
        >
          Redo
        </Button>
        <Button
          look="quiet"
          disabled={!isDirty}
          onClick={() => setHistory(addText(history, suite.text))}
        >
          Back to the file
        </Button>
        <span class="soft small" role="status">
          {refused
            ? 'This edit has no place in the text: such a name may be there already.'
            : isDirty
              ? 'Edited: the file is as it was.'
              : 'As in the file.'}
        </span>
      </div>
      <div class="edit-columns">
        <div class="edit-left">
          <ItemChoice suite={suite} items={items} chosen={item} isCurrent={scored.items !== null} />
          {item === undefined ? null : (
            <EditorPanel document={scored.document} problems={scored.problems} item={item} />
          )}
        </div>
        <div class="edit-right">
          {scored.items === null ? (
            <div class="state failure" role="alert">
              <p class="strong">
                {`The suite has ${errors === 1 ? 'an error' : `${errors} errors`}: nothing is computed.`}
              </p>
              <p>The editor says what is wrong, beside each field.</p>
            </div>
          ) : item === undefined ? (
            <p class="soft">This suite has no test and no eval.</p>
          ) : (
            <ItemResults
              before={scorer.base.items?.find(same)}
              after={item}
              scorer={scorer}
              tryLink={(expected, called) =>
                trialAddress({ suite: suite.file, name: item.name }, expected, called)
              }
            />
          )}
          <ExportPanel
            suite={suite}
            text={text}
            isUsable={scored.items !== null}
            onWritten={(sha256) => onWritten(text, sha256)}
          />
        </div>
      </div>
    </EditProvider>
  );
}

interface EditParts {
  readonly suite: ApiSuite;
  readonly regex: NonNullable<Services['regex']> | null;
  /** The test or eval that the address names. */
  readonly chosen: string | null;
  /** What it shows first: a gate, a class or a tool. */
  readonly part: string | null;
  /** The recorded runs lack what a scorer needs. */
  readonly onNeedsMore: () => void;
  readonly onWritten: (text: string, sha256: string) => void;
}

/** How the address names a test or an eval. */
function keyOf({ kind, name }: Pick<ItemResult, 'kind' | 'name'>): string {
  return `${kind}:${name}`;
}

/** All tests and evals with their verdicts; the chosen one is shown. */
function ItemChoice({
  suite,
  items,
  chosen,
  isCurrent,
}: {
  readonly suite: ApiSuite;
  readonly items: readonly ItemResult[];
  readonly chosen: ItemResult | undefined;
  /** Whether the verdicts are those of the text: none are shown otherwise. */
  readonly isCurrent: boolean;
}): JSX.Element {
  return (
    <nav class="edit-items" aria-label="Tests and evals">
      {items.map((item) => {
        const { outcome } = item;
        const verdict = isCurrent && outcome.state === 'scored' ? outcome.report.verdict : null;
        const query = new URLSearchParams({ item: keyOf(item) });
        return (
          <a
            key={keyOf(item)}
            class="chip"
            href={`/suites/${encodeURIComponent(suite.file)}?${query.toString()}`}
            aria-current={item === chosen ? 'true' : undefined}
          >
            <VerdictSign verdict={verdict} /> <Foreign text={item.name} class="cut" />
          </a>
        );
      })}
    </nav>
  );
}

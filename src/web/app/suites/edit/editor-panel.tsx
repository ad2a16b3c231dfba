import type { JSX } from 'preact';
import type { Json } from '#core';
import type { PlacedIssue } from '#suite-text';
import { Foreign } from '../../../components/foreign.tsx';
import { Panel } from '../../../components/panel.tsx';
import { itemSections, sharedSections } from './document/sections.ts';
import { unshownProblems } from './document/shown-paths.ts';
import type { ToolList } from './document/editable.ts';
import { AliasField } from './fields/alias-field.tsx';
import { ClassGroupField, ClassNamesField } from './fields/class-fields.tsx';
import { GateListField } from './fields/gate-fields.tsx';
import { ProblemList } from './fields/problems.tsx';
import { ToolListField } from './fields/tool-list-field.tsx';
import type { ItemResult } from './session/suite-scorer.ts';

/** What can be edited: of the chosen test or eval, and of the suite as a whole. */
export function EditorPanel({ document, problems, item }: EditorParts): JSX.Element {
  const shared = sharedSections(document);
  const sections = itemSections(document, item.kind, item.declared);
  const metrics = metricsOf(item);
  return (
    <>
      <ProblemList problems={unshownProblems(problems, shared, sections)} />
      {sections === null ? null : (
        <Panel
          title={
            <>
              {item.kind === 'test' ? 'Test ' : 'Eval '}
              <Foreign text={item.declared} />
            </>
          }
          class="edit-panel"
        >
          {sections.gates.map((list) => (
            <GateListField key={list.path.join(' ')} list={list} metrics={metrics} />
          ))}
          {sections.classNames === null ? null : (
            <ClassNamesField
              names={sections.classNames}
              declared={shared.classes.classes.map(({ name }) => name)}
            />
          )}
          {sections.classes === null ? null : <ClassGroupField group={sections.classes} />}
          {sections.lists.map((list) => (
            <ListSection key={list.path.join(' ')} list={list} />
          ))}
          {sections.path.length === 0 ? null : (
            <AliasField list={sections.aliases} title="Aliases here" />
          )}
        </Panel>
      )}
      <Panel title="All tests and evals of the suite" class="edit-panel">
        <ClassGroupField group={shared.classes} />
        {shared.lists.map((list) => (
          <ListSection key={list.path.join(' ')} list={list} />
        ))}
        <AliasField list={shared.aliases} title="Aliases" />
      </Panel>
    </>
  );
}

interface EditorParts {
  readonly document: Json | null;
  readonly problems: readonly PlacedIssue[];
  readonly item: ItemResult;
}

function ListSection({ list }: { readonly list: ToolList }): JSX.Element {
  return (
    <section class="edit-section">
      <h3>
        {list.title}
        {list.about === '' ? null : <span class="soft small">{` · ${list.about}`}</span>}
      </h3>
      <ToolListField list={list} what={list.title.toLowerCase()} />
    </section>
  );
}

/** The ids of all figures of an item. */
function metricsOf({ outcome }: ItemResult): readonly string[] {
  if (outcome.state !== 'scored') return [];
  const ids = outcome.report.scores.flatMap(({ metrics }) => Object.keys(metrics));
  return [...new Set([...ids, ...outcome.report.gates.map(({ metric }) => metric)])];
}

import type { JSX } from 'preact';
import type { SheetRow } from '#reporters';
import { type ChangeDraft, ChosenArguments, ToolChoice } from '../decision/label-decision.tsx';
import { Clause, RateChoice } from '../decision/rate-decision.tsx';
import { Reason } from '../decision/reason.tsx';
import { useSheet } from '../context/sheet-context.tsx';

/** Where a case is decided: what can be chosen above, what is typed about it below. */
export function DecisionPane({ row }: { readonly row: SheetRow }): JSX.Element {
  const { session, page } = useSheet();
  const { sheet } = session;
  const { draft } = session.entryOf(row.id);
  const search = page.searchOf(row.id);
  const change: ChangeDraft = (update, what, field) => session.change(row.id, update, what, field);
  return (
    <section class="decision" aria-label="Decision">
      <div class="choice" data-field="choice">
        {sheet.task === 'label' ? (
          <ToolChoice
            row={row}
            draft={draft}
            search={search}
            onSearch={(text) => page.search(row.id, text)}
            isDetailed={page.isDetailed}
            onDetailed={() => page.toggleDetails()}
            onChange={change}
          />
        ) : (
          <RateChoice row={row} draft={draft} onChange={change} />
        )}
      </div>
      <div class="reasons">
        {sheet.task === 'label' ? (
          <ChosenArguments row={row} search={search} draft={draft} onChange={change} />
        ) : (
          <Clause draft={draft} guide={sheet.guide} onChange={change} />
        )}
        {sheet.task === 'label' && sheet.asksClause === true ? (
          <Clause draft={draft} guide={sheet.guide} onChange={change} />
        ) : null}
        <Reason
          draft={draft}
          onChange={change}
          onRemove={session.progressOf(row) === 'open' ? null : () => session.clear()}
        />
      </div>
    </section>
  );
}

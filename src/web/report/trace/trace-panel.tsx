import type { JSX } from 'preact';
import type { QuotedExpectation, QuotedTool, ReportEntry } from '#core';
import { formatFailedGate, formatNumber } from '#reporters';
import { durationText } from '../../components/conversation/call-view.tsx';
import { Conversation, rolesOf } from '../../components/conversation/conversation.tsx';
import { ReadingBar } from '../../components/reading/reading-bar.tsx';
import { ReadingContext, useReading } from '../../components/reading/reading.ts';
import { useKeys } from '../../components/keys.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { conversationOf } from './conversation-of.ts';
import { JudgedFindings } from './judged-findings.tsx';
import { LabelView } from './label-view.tsx';
import { OfferedTools } from './offered-tools.tsx';
import { pairCalls } from './pair-calls.ts';
import { traceMarkdown } from './trace-markdown.ts';

/** A run or case in full: where it is, what was said and called, what was expected and why. */
export function TracePanel({ entry, catalogs, note, links }: TraceParts): JSX.Element {
  const { evidence, unmeasured, verdict, passing } = entry;
  const title = titleOf(entry);
  const items = conversationOf(entry);
  const control = useReading();
  useKeys([
    { keys: [KEYS.expand], words: 'expand or collapse all', run: control.toggleFold },
    { keys: [KEYS.raw], words: 'arguments and results as recorded', run: control.toggleRaw },
  ]);
  const catalog = evidence?.catalog === undefined ? undefined : catalogs[evidence.catalog];
  return (
    <div class="trace">
      <div class="trace-head">
        {verdict === null ? null : <VerdictBadge verdict={verdict} />}
        <span class="trace-id">
          <Foreign text={title} />
        </span>
        {passing === null ? null : (
          <span class="soft">{`${passing.k} of ${passing.n} runs pass`}</span>
        )}
        <span class="trace-actions">
          <CopyButton title="Copy this run as Markdown" text={() => traceMarkdown(title, entry)}>
            Copy as Markdown
          </CopyButton>
          {links}
        </span>
      </div>
      <p class="trace-where">
        {evidence === null ? null : (
          <CopyButton title="Copy where it is" text={() => evidence.where}>
            <Name text={evidence.where} />
          </CopyButton>
        )}
        <span class="trace-facts">
          <TraceFacts entry={entry} />
        </span>
      </p>
      {unmeasured === null ? null : (
        <p class="trace-error">
          <Foreign text={unmeasured.message} /> <Name text={`[${unmeasured.code}]`} />{' '}
          {unmeasured.where === null ? null : <Name text={unmeasured.where} />}
        </p>
      )}
      {evidence?.failedGates === undefined ? null : (
        <p class="trace-gates">
          <span class="soft">Does not hold on this run alone: </span>
          <Dotted
            parts={evidence.failedGates.map((gate) => (
              <>
                <Name text={gate.metric} /> {formatFailedGate(gate)}
              </>
            ))}
          />
        </p>
      )}
      {items.length === 0 && unmeasured === null ? (
        <p class="soft">{note ?? 'The report has no texts of this run.'}</p>
      ) : (
        <>
          <ReadingBar control={control} roles={rolesOf(items)} keys={KEYS} />
          <ReadingContext.Provider value={control.reading}>
            <Conversation items={items} />
          </ReadingContext.Provider>
        </>
      )}
      {evidence?.moreCalls === undefined ? null : (
        <p class="soft">{`and ${formatNumber(evidence.moreCalls)} more calls`}</p>
      )}
      <JudgedFindings entry={entry} />
      {evidence?.expected === undefined ? null : (
        <LabelView label={evidence.expected} isShown={isLabelShown(entry, evidence.expected)} />
      )}
      {catalog === undefined ? null : <OfferedTools tools={catalog} entry={entry} />}
      {evidence?.namesOnly === true ? (
        <p class="soft small">Only the names of calls were read: arguments and texts were not.</p>
      ) : null}
      {evidence?.cut === true ? (
        <p class="soft small">Texts are cut to stay within the size of a report.</p>
      ) : null}
    </div>
  );
}

const KEYS = { expand: 'e', raw: 'r' };

interface TraceParts {
  readonly entry: ReportEntry;
  readonly catalogs: readonly (readonly QuotedTool[])[];
  /** What is at the end of its first line. */
  readonly links?: JSX.Element;
  /** What is said where the report has no texts. */
  readonly note?: string;
}

/** Whether each expected call is beside the call that represents it, or among those that were not made. */
function isLabelShown(entry: ReportEntry, { calls }: QuotedExpectation): boolean {
  const { expected, absent } = pairCalls(entry);
  const paired = expected.filter((call) => call !== null).length;
  return calls.length > 0 && paired + absent.length === calls.length;
}

/** `run 2`, or the id of a case and the run that is quoted of it. */
export function titleOf({ label, id, evidence }: ReportEntry): string {
  if ('run' in label) return `run ${id}`;
  return evidence?.run === undefined ? id : `${id}, run ${evidence.run}`;
}

/** The model, and what the run used. */
export function TraceFacts({ entry: { evidence } }: { readonly entry: ReportEntry }): JSX.Element {
  const { model, format, tokens, cost, durationMs } = evidence ?? {};
  const facts: readonly (JSX.Element | string | null)[] = [
    model === undefined ? null : <Foreign text={model} />,
    tokens === undefined ? null : `${formatNumber(tokens)} tokens`,
    cost === undefined ? null : `cost ${Number(cost.toPrecision(3))}`,
    durationMs === undefined ? null : durationText(durationMs),
    format === undefined ? null : <Foreign text={format} />,
  ];
  return <Dotted parts={facts} />;
}

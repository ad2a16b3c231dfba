import type { ComponentChildren, JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { type CallStatus, type Json, stringifyJson } from '#core';
import { formatNumber } from '#reporters';
import { ArgumentsDiff } from './arguments-diff.tsx';
import { Foreign, Name } from '../foreign.tsx';
import { Fold } from './fold.tsx';
import { isLargeJson } from '../json/json-reader.ts';
import { LargeJson } from '../json/large-json.tsx';
import { describeJson, JsonView } from './json-view.tsx';
import { PAGE_CAP } from '../reading/cap-text.ts';
import { CappedText } from '../reading/capped-text.tsx';
import { ReadingContext } from '../reading/reading.ts';
import { unfoldJson } from './unfold-json.ts';

/** A tool call as it is shown. */
export interface ShownCall {
  readonly tool: string;
  /** Text where they are not a JSON object. */
  readonly arguments?: Json | undefined;
  /** Compact JSON where a report has the arguments as text alone. */
  readonly argumentText?: string | undefined;
  /** Present where a label says which arguments it should have. */
  readonly expected?: { readonly arguments?: Json | undefined } | undefined;
  readonly status?: CallStatus | undefined;
  readonly requester?: string | undefined;
  readonly result?: string | undefined;
  /** What is said of it, in words. */
  readonly words?: string | undefined;
  /** What scorers say about it, in their words. */
  readonly notes?: readonly string[] | undefined;
  readonly durationMs?: number | undefined;
  /** `absent` is a call that was expected and not made. */
  readonly tone?: 'right' | 'wrong' | 'open' | 'absent' | undefined;
}

/** One call: the tool, what is wrong with it in words, its arguments and, folded, its result. */
export function CallView({
  call,
  mark,
}: {
  readonly call: ShownCall;
  /** What is before the name of the tool: its number. */
  readonly mark?: ComponentChildren;
}): JSX.Element {
  const { tool, requester, result, words, notes = [], tone } = call;
  const time = call.durationMs === undefined ? '' : durationText(call.durationMs);
  const about = [words, statusWords(call), time].filter(Boolean).join(' · ');
  return (
    <div class={tone === undefined ? 'call' : `call ${tone}`}>
      <div class="call-head">
        <span>
          {mark}
          <Name text={tool} />
        </span>
        {about === '' ? null : <span class="call-tag">{about}</span>}
      </div>
      <CallArguments call={call} />
      {notes.map((note) => (
        <p key={note} class="call-note">
          <Foreign text={note} />
        </p>
      ))}
      {requester === undefined ? null : (
        <p class="call-note">
          asked for by <Name text={requester} />
        </p>
      )}
      {result === undefined ? null : <CallResult result={result} />}
    </div>
  );
}

function statusWords({ status }: ShownCall): string {
  if (status === 'error') return 'the tool failed';
  if (status === 'denied') return 'denied';
  return status === 'missing' ? 'without a result' : '';
}

function CallArguments({ call }: { readonly call: ShownCall }): JSX.Element | null {
  const { isRaw } = useContext(ReadingContext);
  const { arguments: called, expected, tone } = call;
  if (isRaw && called !== undefined)
    return (
      <div class="call-body">
        <pre class="lines">
          <CappedText
            text={typeof called === 'string' ? called : stringifyJson(called)}
            cap={PAGE_CAP}
          />
        </pre>
      </div>
    );
  if (expected?.arguments !== undefined)
    return (
      <div class="call-body">
        <ArgumentsDiff
          called={called}
          expected={expected.arguments}
          isAccepted={tone !== 'wrong' && tone !== 'absent'}
        />
      </div>
    );
  if (call.argumentText !== undefined)
    return (
      <div class="call-body">
        <Name text={call.argumentText} />
      </div>
    );
  if (called === undefined) return null;
  const isText = typeof called === 'string' && unfoldJson(called) === null;
  return (
    <div class="call-body">
      {isText ? (
        <>
          <span class="json-note small">not a JSON object:</span>
          <pre class="lines">
            <CappedText text={called} cap={ARGUMENTS_CAP} />
          </pre>
        </>
      ) : (
        <ArgumentsView value={called} />
      )}
    </div>
  );
}

/** Broken arguments are read closely, up to a page. */
const ARGUMENTS_CAP = { lines: 12, characters: 1200 };
/** Longer arguments are folded: a file that is written should not hide the calls around it. */
const MAX_ARGUMENTS = 1500;

function ArgumentsView({ value }: { readonly value: Json }): JSX.Element {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const content = typeof value === 'string' ? (unfoldJson(value) ?? value) : value;
  if (text.length <= MAX_ARGUMENTS) return <JsonView value={value} />;
  return (
    <Fold
      isOpen={false}
      size={text.length}
      summary={`Arguments, ${describeJson(content)}, ${formatNumber(text.length)} characters`}
    >
      {() => (isLargeJson(text) ? <LargeJson text={text} /> : <JsonView value={content} />)}
    </Fold>
  );
}

function CallResult({ result }: { readonly result: string }): JSX.Element {
  const { isRaw } = useContext(ReadingContext);
  const isLarge = !isRaw && isLargeJson(result);
  const content = isRaw || isLarge ? null : unfoldJson(result);
  return (
    <Fold
      class="call-result"
      isOpen={false}
      size={result.length}
      summary={`Result, ${sizeOf(content, result)}`}
    >
      {() =>
        isLarge ? (
          <LargeJson text={result} />
        ) : content === null ? (
          <CappedText text={result} cap={RESULT_CAP} />
        ) : (
          <JsonView value={content} />
        )
      }
    </Fold>
  );
}

/** How much of a result is shown when it is opened. */
const RESULT_CAP = { lines: 60, characters: 4000 };

function sizeOf(content: Json, text: string): string {
  if (Array.isArray(content)) return `a list of ${formatNumber(content.length)}`;
  const lines = text.split('\n').length;
  return lines > 1 ? `${formatNumber(lines)} lines` : `${formatNumber(text.length)} characters`;
}

/** A time as people say it. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

import type { JSX } from 'preact';
import type { CallStatus, Json } from '#core';
import { formatNumber } from '#reporters';
import { ArgumentsDiff } from './arguments-diff.tsx';
import { Foreign, Lines, Name } from './foreign.tsx';
import { JsonView } from './json-view.tsx';
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
  /** `absent` is a call that was expected and not made. */
  readonly tone?: 'right' | 'wrong' | 'open' | 'absent' | undefined;
}

/** One call: the tool, what is wrong with it in words, its arguments and, folded, its result. */
export function CallView({ call }: { readonly call: ShownCall }): JSX.Element {
  const { tool, requester, result, words, notes = [], tone } = call;
  const about = [words, statusWords(call)].filter(Boolean).join(' · ');
  return (
    <div class={tone === undefined ? 'call' : `call ${tone}`}>
      <div class="call-head">
        <Name text={tool} />
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
  const { arguments: called, expected, tone } = call;
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
            <Lines text={called} />
          </pre>
        </>
      ) : (
        <JsonView value={called} />
      )}
    </div>
  );
}

function CallResult({ result }: { readonly result: string }): JSX.Element {
  const content = unfoldJson(result);
  return (
    <details class="call-result">
      <summary>{`Result, ${sizeOf(content, result)}`}</summary>
      {content === null ? <Lines text={result} /> : <JsonView value={content} />}
    </details>
  );
}

function sizeOf(content: Json, text: string): string {
  if (Array.isArray(content)) return `a list of ${formatNumber(content.length)}`;
  const lines = text.split('\n').length;
  return lines > 1 ? `${formatNumber(lines)} lines` : `${formatNumber(text.length)} characters`;
}

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ExactNumber, isJsonObject, type Json, stringifyJson } from '#core';
import { formatCount, formatNumber, makeVisible } from '#reporters';
import { Fold } from './fold.tsx';
import { CappedText } from '../reading/capped-text.tsx';
import { unfoldJson } from './unfold-json.ts';

/** Values whose text is shorter stand in one line. */
const LINE = 64;
const TEXT_CAP = { lines: 12, characters: 400 };
const MAX_PARTS = 50;
const OPEN_DEPTH = 2;

/** A JSON value that people can read: parts fold, long texts and lists are cut, JSON inside of texts is unfolded. */
export function JsonView({ value }: { readonly value: Json }): JSX.Element {
  return (
    <div class="json">
      <Value value={value} depth={0} />
    </div>
  );
}

interface ValueParts {
  readonly value: Json;
  readonly depth: number;
}

function Value({ value, depth }: ValueParts): JSX.Element {
  if (typeof value === 'string') return <TextValue text={value} depth={depth} />;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber)
    return <bdi>{stringifyJson(value)}</bdi>;
  const compact = stringifyJson(value);
  if (compact.length <= LINE && !hasLines(value)) return <bdi>{makeVisible(compact)}</bdi>;
  const parts: readonly (readonly [string, Json])[] = isJsonObject(value)
    ? Object.entries(value)
    : value.map((item, i) => [`[${i}]`, item] as const);
  return <Parts parts={parts} depth={depth} />;
}

/** Texts with lines of their own, or with JSON in them, are not put in one line. */
function hasLines(value: Json): boolean {
  if (typeof value === 'string') return value.includes('\n') || unfoldJson(value) !== null;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  return (isJsonObject(value) ? Object.values(value) : value).some(hasLines);
}

function hasParts(value: Json): boolean {
  return typeof value === 'object' && value !== null && hasLines(value);
}

function Parts({
  parts,
  depth,
}: {
  readonly parts: readonly (readonly [string, Json])[];
  readonly depth: number;
}): JSX.Element {
  const [shown, setShown] = useState(MAX_PARTS);
  const rest = parts.length - shown;
  return (
    <>
      {parts.slice(0, shown).map(([key, part]) => (
        <Part key={key} name={key} value={part} depth={depth} />
      ))}
      {rest > 0 ? (
        <button type="button" class="text-button" onClick={() => setShown(parts.length)}>
          {`show ${formatNumber(rest)} more`}
        </button>
      ) : null}
    </>
  );
}

function Part({ name, value, depth }: ValueParts & { readonly name: string }): JSX.Element {
  const key = (
    <span class="json-key">
      <bdi>{makeVisible(name)}</bdi>:
    </span>
  );
  const content = typeof value === 'string' ? (unfoldJson(value) ?? value) : value;
  const size = typeof content === 'object' && content !== null ? stringifyJson(content).length : 0;
  const isBlock = size > LINE || hasParts(content);
  if (!isBlock)
    return (
      <Row depth={depth}>
        {key} <Value value={content} depth={depth + 1} />
        {content === value ? null : <span class="json-note"> JSON in a string</span>}
      </Row>
    );
  return (
    <Row depth={depth}>
      <Fold
        isOpen={depth < OPEN_DEPTH}
        size={size}
        summary={
          <>
            {key} <span class="json-note">{describe(content, typeof value === 'string')}</span>
          </>
        }
      >
        {() => <Value value={content} depth={depth + 1} />}
      </Fold>
    </Row>
  );
}

function Row({ depth, children }: { depth: number; children: ComponentChildren }): JSX.Element {
  return (
    <span class="json-line" style={{ '--depth': depth === 0 ? 0 : 1 }}>
      {children}
    </span>
  );
}

/** How many parts a value has, in words. */
export function describeJson(value: Json): string {
  if (isJsonObject(value)) return formatCount(Object.keys(value).length, 'field');
  return Array.isArray(value) ? `a list of ${formatNumber(value.length)}` : '1 value';
}

function describe(value: Json, isText: boolean): string {
  const size = isJsonObject(value) ? Object.keys(value).length : (value as readonly Json[]).length;
  const what = isJsonObject(value) ? '{…}' : '[…]';
  return `${what} ${formatNumber(size)}${isText ? ', JSON in a string' : ''}`;
}

function TextValue({
  text,
  depth,
}: {
  readonly text: string;
  readonly depth: number;
}): JSX.Element {
  const content = depth === 0 ? unfoldJson(text) : null;
  if (content !== null) return <Value value={content} depth={depth} />;
  return text.includes('\n') || text.length > TEXT_CAP.characters ? (
    <CappedText text={text} cap={TEXT_CAP} />
  ) : (
    <bdi>{makeVisible(JSON.stringify(text))}</bdi>
  );
}

import type { JSX } from 'preact';
import { type Block, type Cell, piecesOf, type Row, type Table, type Text } from '#reporters';
import { Wide } from './wide.tsx';
import { Words } from './words.tsx';

/** The blocks of a report as every reporter has them: the same facts in the same order and words. */
export function DocumentView({ blocks }: { readonly blocks: Iterable<Block> }): JSX.Element {
  return (
    <div class="document">
      {[...blocks].map((block, i) => (
        <BlockView key={i} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): JSX.Element | null {
  if ('detail' in block && block.detail === 'brief') return null;
  switch (block.kind) {
    case 'headline':
    case 'facts':
      return (
        <p class={block.kind === 'headline' ? 'strong' : toneOf(block.tone)}>
          {block.parts.map((part, i) => (
            <>
              {i === 0 ? '' : ' · '}
              <Words key={i} text={part} />
            </>
          ))}
        </p>
      );
    case 'note':
      return (
        <p class={toneOf(block.tone)}>
          <Words text={block.text} />
        </p>
      );
    case 'group':
      return (
        <section class="panel">
          <h2 class={toneOf(block.tone)}>
            <Words text={block.title} />
            {block.total === undefined ? '' : ` (${block.total})`}
          </h2>
          <DocumentView blocks={block.blocks} />
        </section>
      );
    case 'table':
      return <TableView table={block} />;
    case 'fields':
      return (
        <dl class="document-fields">
          {block.rows.map(({ name, text }, i) => (
            <div key={i}>
              <dt>
                <Words text={name} />
              </dt>
              <dd>
                <Words text={text} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'list':
      return (
        <ul class="document-list">
          {block.items.map(({ text, aside, details = [] }, i) => (
            <li key={i}>
              <Words text={text} />{' '}
              {aside === undefined ? null : (
                <span class="soft">
                  <Words text={aside} />
                </span>
              )}
              {details.map((detail, at) => (
                <p key={at} class="soft small">
                  <Words text={detail} />
                </p>
              ))}
            </li>
          ))}
        </ul>
      );
    case 'code':
      return (
        <pre tabindex={0}>
          {block.lines.map((line, i) => (
            <>
              <Words key={i} text={line} />
              {'\n'}
            </>
          ))}
        </pre>
      );
    // Reports of runs have these, and views of their own.
    case 'matrix':
    case 'cases':
    case 'series':
      return null;
  }
}

function TableView({ table: { columns, rows } }: { readonly table: Table }): JSX.Element {
  return (
    <Wide>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, kind }, i) => (
              <th key={i} scope="col" class={kind === 'number' ? 'number' : ''}>
                <Words text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row, i) => rowView(row, i, columns))}</tbody>
      </table>
    </Wide>
  );
}

function rowView({ cells, note }: Row, key: number, columns: Table['columns']): JSX.Element {
  return (
    <>
      <tr key={key}>
        {cells.map((cell, i) => (
          <td key={i} class={columns[i]?.kind === 'number' ? 'number' : ''}>
            {isCell(cell) ? (
              <span class={toneOf(cell.tone)}>
                <Words text={cell.text} />
              </span>
            ) : (
              <Words text={cell} />
            )}
          </td>
        ))}
      </tr>
      {note === undefined || piecesOf(note).length === 0 ? null : (
        <tr class="document-note">
          <td colSpan={columns.length}>
            <Words text={note} />
          </td>
        </tr>
      )}
    </>
  );
}

function isCell(cell: Cell | Text): cell is Cell {
  return typeof cell === 'object' && 'text' in cell;
}

function toneOf(tone: string | undefined): string {
  const tones: Readonly<Record<string, string>> = {
    fail: 'bad',
    error: 'warn',
    warning: 'warn',
    quiet: 'soft',
    strong: 'strong',
  };
  return tones[tone ?? ''] ?? '';
}

import type { ComponentChildren, JSX } from 'preact';
import { Foreign, Lines } from '../../components/foreign.tsx';
import { type Inline, parseInline } from './inline.ts';
import { type Block, parseMarkdown } from './markdown.ts';

/** Markdown as elements. Text becomes text nodes only: nothing in it is interpreted as HTML. */
export function MarkdownView({ text }: { readonly text: string }): JSX.Element {
  return <div class="markdown">{parseMarkdown(text).map(blockView)}</div>;
}

function blockView(block: Block, key: number): JSX.Element {
  switch (block.kind) {
    case 'heading': {
      // The page has its own first two levels.
      const Tag = (['h3', 'h4', 'h5'] as const)[Math.min(block.level, 3) - 1] ?? 'h5';
      return <Tag key={key}>{lineView(block.text)}</Tag>;
    }
    case 'paragraph':
      return <p key={key}>{lineView(block.text)}</p>;
    case 'code':
      return (
        <pre key={key} class="lines">
          <Lines text={block.text} />
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(blockView)}</blockquote>;
    case 'list':
      return block.isOrdered ? (
        <ol key={key} start={block.start}>
          {block.items.map(itemView)}
        </ol>
      ) : (
        <ul key={key}>{block.items.map(itemView)}</ul>
      );
    case 'table':
      return <TableView key={key} rows={block.rows} />;
    case 'rule':
      return <hr key={key} />;
  }
}

/** An item of one paragraph is a line of the list. */
function itemView(blocks: readonly Block[], key: number): JSX.Element {
  const [first, ...rest] = blocks;
  const isLine = first?.kind === 'paragraph' && rest.every(({ kind }) => kind === 'list');
  return (
    <li key={key}>
      {isLine ? [lineView(first.text), ...rest.map(blockView)] : blocks.map(blockView)}
    </li>
  );
}

function TableView({ rows }: { readonly rows: readonly (readonly string[])[] }): JSX.Element {
  const [head = [], ...body] = rows;
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, i) => (
            <th key={i} scope="col">
              {lineView(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((cells, i) => (
          <tr key={i}>
            {head.map((_, column) => (
              <td key={column}>{lineView(cells[column] ?? '')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lineView(text: string): ComponentChildren {
  return parseInline(text).map(inlineView);
}

function inlineView(part: Inline, key: number): ComponentChildren {
  switch (part.kind) {
    case 'text':
      return <Foreign key={key} text={part.text} />;
    case 'code':
      return (
        <code key={key}>
          <Foreign text={part.text} />
        </code>
      );
    case 'strong':
      return <strong key={key}>{part.parts.map(inlineView)}</strong>;
    case 'em':
      return <em key={key}>{part.parts.map(inlineView)}</em>;
    case 'link':
      return (
        <a key={key} href={part.href} target="_blank" rel="noreferrer noopener">
          {part.parts.map(inlineView)}
        </a>
      );
  }
}

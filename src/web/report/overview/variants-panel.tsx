import type { JSX } from 'preact';
import type { IndexVariants } from '#reporters';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { Wide } from '../../components/wide.tsx';
import { useAddresses } from '../address/addresses.ts';
import { HOME } from '../address/route.ts';
import type { Item } from '../data/items.ts';

/** What runs with several models: a row for each test or eval, a column for each model. */
export function VariantsPanel({ variants, items }: VariantParts): JSX.Element {
  const byPlace = new Map(items.map((item) => [item.place, item]));
  const passed = variants.models.map((_, column) => {
    const cells = variants.rows.flatMap(([, row]) => (row[column] === 0 ? [] : [row[column]]));
    const passing = cells.filter(
      (cell) => cell !== undefined && byPlace.get(cell[0])?.verdict === 'pass',
    );
    return `${passing.length} of ${cells.length} passed`;
  });
  return (
    <Panel title="Models side by side">
      <Wide>
        <table class="variants">
          <caption class="unseen">Models side by side</caption>
          <thead>
            <tr>
              <td />
              {variants.models.map((model, i) => (
                <th key={model} scope="col">
                  <Name text={model} />
                  <span class="soft small">{passed[i]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {variants.rows.map(([name, cells], i) => (
              <tr key={i}>
                <th scope="row">
                  <Foreign text={name} />
                </th>
                {cells.map((cell, column) => (
                  <td key={column}>
                    {cell === 0 ? null : (
                      <Cell place={cell[0]} text={cell[1]} items={items} byPlace={byPlace} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Panel>
  );
}

interface VariantParts {
  readonly variants: IndexVariants;
  readonly items: readonly Item[];
}

function Cell({
  place,
  text,
  items,
  byPlace,
}: {
  readonly place: number;
  readonly text: string;
  readonly items: readonly Item[];
  readonly byPlace: ReadonlyMap<number, Item>;
}): JSX.Element {
  const { format } = useAddresses();
  return (
    <a href={format({ ...HOME, item: place }, items)}>
      <VerdictSign verdict={byPlace.get(place)?.verdict ?? 'error'} /> {text}
    </a>
  );
}

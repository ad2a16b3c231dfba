import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { visit } from '../../address/use-address.ts';
import { STATE_WORDS } from '../state-words.ts';
import { changeQuery, ORDERS, orderIn, type QueueOrder, type QueueParts } from './queue-query.ts';

/** Which cases are listed, and in which order. Both are in the address. */
export function QueueFilters(parts: QueueParts): JSX.Element {
  const { own, query } = parts;
  const state = query.get('state');
  const isDoneShown = query.get('done') === '1';
  return (
    <div class="chips queue-filters">
      <Chip
        isOn={state === null && !isDoneShown}
        href={changeQuery(parts, { state: null, done: null })}
      >
        Not done
      </Chip>
      {STATE_WORDS.filter(([name]) => name === state || (own?.states[name] ?? 1) > 0).map(
        ([name, words]) => (
          <Chip
            key={name}
            isOn={name === state}
            {...(own === null ? {} : { count: own.states[name] })}
            href={changeQuery(parts, { state: name === state ? null : name })}
          >
            {words}
          </Chip>
        ),
      )}
      <span class="space" />
      <Button
        class="small"
        aria-pressed={isDoneShown}
        onClick={() => visit(changeQuery(parts, { done: isDoneShown ? null : '1', state: null }))}
      >
        Show completed
      </Button>
      <label class="small">
        <span class="unseen">Order</span>
        <select
          value={orderIn(query)}
          onChange={(event) => {
            const order = event.currentTarget.value as QueueOrder;
            visit(changeQuery(parts, { order: order === 'assigned' ? null : order }));
          }}
        >
          {ORDERS.map(([order, words]) => (
            <option key={order} value={order}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

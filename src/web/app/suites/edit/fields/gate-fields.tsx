import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { GATE_OPS } from '#core';
import { makeVisible } from '#reporters';
import { Button } from '../../../../components/button.tsx';
import { type EditableGate, type GateList, parseGateText } from '../document/editable.ts';
import { AddField } from './add-field.tsx';
import { useEdit } from './edit-context.tsx';
import { ProblemsAt } from './problems.tsx';
import { TextField } from './text-field.tsx';

/** The gates of a test, an eval or a block. */
export function GateListField({
  list,
  metrics,
}: {
  readonly list: GateList;
  /** The ids of all figures that were measured. */
  readonly metrics: readonly string[];
}): JSX.Element {
  const { onEdit } = useEdit();
  const id = useId();
  const add = (metric: string): void => {
    const value = { [metric]: { '>=': 0 } };
    onEdit(
      list.isThere
        ? { kind: 'append', path: list.path, value }
        : { kind: 'set', path: list.path, value: [value] },
    );
  };
  return (
    <section class="edit-section">
      <h3>{list.title}</h3>
      <datalist id={id}>
        {metrics.map((metric) => (
          <option key={metric} value={metric} />
        ))}
      </datalist>
      {list.gates.map((gate, i) => (
        <GateField key={i} gate={gate} metrics={id} />
      ))}
      <AddField
        label={`Add a gate on a metric: ${list.title}`}
        hint="metric"
        options={metrics.map((value) => ({ value, words: 'measured' }))}
        onAdd={add}
      />
      <ProblemsAt path={list.path} isWhole={false} />
    </section>
  );
}

function GateField({
  gate,
  metrics,
}: {
  readonly gate: EditableGate;
  readonly metrics: string;
}): JSX.Element {
  const { onEdit } = useEdit();
  const { metric, op, value, certify, path, opPath, item, isAlone } = gate;
  const shown = makeVisible(metric);
  const setCertify = (isOn: boolean): void =>
    onEdit(
      isOn
        ? { kind: 'set', path: [...path, 'certify'], value: true }
        : { kind: 'remove', path: [...path, 'certify'] },
    );
  return (
    <div
      class="edit-gate"
      role="group"
      aria-label={`Gate on ${shown}`}
      data-part={`gate:${metric}`}
    >
      <div class="edit-row">
        <TextField
          label="Metric"
          value={metric}
          list={metrics}
          class="mono"
          onChange={(key) => onEdit({ kind: 'rename', path, key })}
        />
        <select
          aria-label={`Operator of ${shown}`}
          value={op}
          onChange={(event) =>
            onEdit({ kind: 'rename', path: opPath, key: event.currentTarget.value })
          }
        >
          {GATE_OPS.map((gateOp) => (
            <option key={gateOp} value={gateOp}>
              {gateOp}
            </option>
          ))}
        </select>
        <TextField
          label={`Value of ${shown}`}
          value={value}
          class="gate-number"
          onChange={(text) => onEdit({ kind: 'set', path: opPath, value: parseGateText(text, op) })}
        />
        <label class="small">
          <input
            type="checkbox"
            checked={certify}
            onChange={(event) => setCertify(event.currentTarget.checked)}
          />{' '}
          certify
        </label>
        <Button
          look="quiet"
          class="small"
          aria-label={`Remove the gate on ${shown}`}
          onClick={() => onEdit({ kind: 'remove', path: isAlone ? item : opPath })}
        >
          Remove
        </Button>
      </div>
      <ProblemsAt path={path} />
    </div>
  );
}

import type { FunctionComponent } from 'preact';
import type { ArgumentsProblem } from '../form/check-arguments.ts';
import type { Field } from '../form/field.ts';
import type { JsonTree } from '../tree/json-tree.ts';

/** What a control of a field needs. */
export interface ControlParts {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly isRequired: boolean;
  readonly value: JsonTree | undefined;
  readonly pointer: string;
  readonly problem: ArgumentsProblem | null;
  readonly placeholder: string;
  readonly onChange: (value: JsonTree | undefined) => void;
  /** The control for fields inside of this one. */
  readonly Control: FunctionComponent<ControlParts>;
}

import { timeout } from './agent.ts';
import { about, type InferFields, oneOf } from './json-schema.ts';

export const drivenKeys = {
  timeout,
  stop_after: about(
    'Ends a run when the agent has decided once, before anything is executed.',
    oneOf('first_decision'),
  ),
};

/** How the runs of a test or an eval are made, where they are not recorded. */
export type DrivenDocument = InferFields<typeof drivenKeys>;

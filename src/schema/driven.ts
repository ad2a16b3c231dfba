import { timeout } from './agent.ts';
import { about, type Keys, oneOf } from './json-schema.ts';

/** How the runs of a test or an eval are made, where they are not recorded. */
export interface DrivenDocument {
  readonly timeout?: number;
  readonly stop_after?: 'first_decision';
}

export const drivenKeys: Keys<DrivenDocument> = {
  timeout,
  stop_after: about(
    'Ends a run when the agent has decided once, before anything is executed.',
    oneOf('first_decision'),
  ),
};

import { about, closed, type Infer, integerFrom, listOf, text } from './json-schema.ts';
import { modelKeys } from './model-keys.ts';

const { budget: _budget, limits: _limits, ...userModelKeys } = modelKeys;

const rule = closed(
  {
    when: about('Words that the agent said; left out: whatever it said.', text),
    say: about('What the user says then.', text),
  },
  ['say'],
);

export const simulatedUser = closed({
  ...userModelKeys,
  script: about('What the user says to what, each once.', listOf(rule)),
  goal: about('Who the user is and wants, for a user that is a model.', text),
  max_turns: about('How often the user answers at most; default 10.', integerFrom(1)),
});

/** A user who reacts to the agent: by script or by a model. */
export type SimulatedUserDocument = Infer<typeof simulatedUser>;

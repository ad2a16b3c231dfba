import { about, closed, text } from '../../schema/schema.ts';

export const keys = {
  reference: about(
    'What should have come out; left out: the judge derives the goal from what the user said.',
    text,
  ),
};

export const options = closed(keys);

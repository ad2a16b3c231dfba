import { about, text } from './schema.ts';

/** A template in place of a value: it is rendered for each row of a dataset. */
export const template = about(
  'In an eval: a template, such as "{{ sample.function_calls }}".',
  text,
);

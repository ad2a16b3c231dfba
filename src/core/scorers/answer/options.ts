import { about, amount, closed, either, type Infer, listOf, text } from '../../schema/schema.ts';
import { template } from '../../schema/template.ts';

const weightedCriterion = closed(
  {
    criterion: about('What the answer should have.', text),
    weight: about('How much it counts; default 1.', amount),
  },
  ['criterion'],
);

const criteria = listOf(either(text, weightedCriterion));
const statements = listOf(text);
const orTemplate = either(statements, template);

export const keys = {
  rubric: about('What a good answer is, in words: it gives 1, 0.5 or 0.', text),
  criteria: about('What the answer should have, each met or not.', either(criteria, template)),
  must: about('Without these the answer does not pass.', orTemplate),
  must_not: about('With these the answer does not pass.', orTemplate),
  pass_at: about('The score from which an answer passes; default 1.', amount),
};

export const options = closed({ ...keys, criteria, must: statements, must_not: statements });

/** What `answer` is compiled from: at least one of the first four. */
export type AnswerOptions = Infer<typeof options>;

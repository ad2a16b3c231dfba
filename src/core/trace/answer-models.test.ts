import { expect, it } from 'vitest';
import { AnswerModels } from './answer-models.ts';

it.each([
  [[], null],
  [['a'], 'a'],
  [['a', 'b', 'b'], 'b'],
  [['a', 'a', 'b'], 'a'],
  // As many of both: the latest answer decides, whichever model was first.
  [['a', 'b'], 'b'],
  [['a', 'b', 'b', 'a'], 'a'],
  [['b', 'a', 'a', 'b', 'c'], 'b'],
])('the model of the answers %j is %s', (answers, main) => {
  const models = new AnswerModels();
  for (const model of answers) models.add(model);
  expect(models.main()).toBe(main);
});

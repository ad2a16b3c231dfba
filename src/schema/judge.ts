import {
  about,
  closed,
  flag,
  type Infer,
  type InferFields,
  integerFrom,
  someOf,
  text,
} from './json-schema.ts';
import { modelKeys } from './model-keys.ts';
import { settingKeys } from './model-settings.ts';

const { budget, ...keysOfJudge } = modelKeys;

const jurorKeys = {
  ...keysOfJudge,
  ...settingKeys,
  model: about('The model, pinned to a snapshot, such as `openai:gpt-5-mini-2025-08-07`.', text),
  allow_alias: about('Whether the name may be an alias, which moves to other models.', flag),
};

const juror = closed(jurorKeys, ['model']);

export const judge = closed({
  ...jurorKeys,
  jury: about('Several judges instead of one.', someOf(juror)),
  quorum: about('How many of a jury must agree; default more than half.', integerFrom(1)),
  guide: about('What the people who rate go by; a part of every question.', text),
  guide_file: about('The same as a file.', text),
  concurrency: about('How many questions are under way at once; default 16.', integerFrom(1)),
  calibration: about('The file that `judge calibrate` wrote; reports quote it.', text),
  gates_in_ci: about('Whether judged figures may be gated where CI is set; default true.', flag),
  budget,
});

/** One judge: a model that is asked. */
export type JurorDocument = InferFields<typeof jurorKeys>;

/** Who judges what traces cannot decide: one model, or a jury. */
export type JudgeDocument = Infer<typeof judge>;

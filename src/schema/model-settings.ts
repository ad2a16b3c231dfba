import {
  about,
  amount,
  anything,
  closed,
  either,
  flag,
  type Infer,
  type InferFields,
  integerFrom,
  mapOf,
  oneOf,
  text,
} from './json-schema.ts';
import { modelKeys } from './model-keys.ts';

/** Words that providers have for how much a model thinks; each knows some of them. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How the model of an agent or a judge samples and thinks, beside what every model has. */
export const settingKeys = {
  top_p: about('Nucleus sampling: the share of probability that is sampled from.', amount),
  reasoning_effort: about('How much the model thinks before it answers.', oneOf(...EFFORTS)),
  thinking: about(
    'Whether the model thinks, or how many tokens it may think.',
    either(flag, integerFrom(1)),
  ),
  extra_body: about(
    'Further members of each request, as the API of the provider has them.',
    mapOf(anything),
  ),
};

/** The settings of a model as a suite writes them. */
export type SettingsDocument = InferFields<typeof settingKeys>;

export const modelEntry = closed(
  {
    ...modelKeys,
    ...settingKeys,
    name: about('What results are called; needed where a model is listed twice.', text),
  },
  ['model'],
);

/** One of several models, with what it has instead of the keys of its agent. */
export type ModelEntry = Infer<typeof modelEntry>;

import type { ModelSettings } from '#drivers';
import type { SettingsDocument } from '#schema';

/** How a model samples and thinks; what the suite does not say is left to the provider. */
export function settingsOf({
  top_p: topP,
  reasoning_effort: reasoningEffort,
  thinking,
}: SettingsDocument): ModelSettings {
  return {
    ...(topP === undefined ? {} : { topP }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(thinking === undefined ? {} : { thinking }),
  };
}

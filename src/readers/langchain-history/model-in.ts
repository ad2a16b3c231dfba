import type { Json, JsonObject } from '#core';

/** The model that answered, by the metadata of a response: integrations have different names for it. */
export function modelIn(response: JsonObject): Json | undefined {
  const { model_name: name, model, model_id: id, modelName, modelId } = response;
  return [name, model, id, modelName, modelId].find((value) => typeof value === 'string');
}

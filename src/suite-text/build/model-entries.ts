import type { AgentDocument, ModelEntry, Path } from '#schema';

/** A model that an agent runs with. */
export interface AgentModel {
  readonly model: string;
  /** What results are called: the model, or the name that its entry has. */
  readonly label: string;
  /** The agent with the keys of this entry in place of its own. */
  readonly document: AgentDocument;
  /** The keys that the entry itself has. */
  readonly own: readonly (keyof AgentDocument)[];
  /** Where it is written, inside the agent. */
  readonly path: Path;
  /** Where the name of the model is written, inside the agent. */
  readonly modelPath: Path;
}

/** What may carry a key: it stays with the address that it was written for. */
const KEY_BEARING: ReadonlySet<string> = new Set(['api_key_env', 'api_key_header', 'headers']);

/** The models of an agent; none for programs, services, functions and recordings. */
export function modelsOf(document: AgentDocument): readonly AgentModel[] {
  const { models, model } = document;
  if (models === undefined) {
    const path: Path = ['model'];
    return model === undefined
      ? []
      : [{ model, label: model, document, own: [], path, modelPath: path }];
  }
  return models.map((entry, index) => {
    const path: Path = ['models', index];
    return typeof entry === 'string'
      ? { model: entry, label: entry, document, own: [], path, modelPath: path }
      : entryModel(document, entry, path);
  });
}

function entryModel(document: AgentDocument, entry: ModelEntry, path: Path): AgentModel {
  const { model, name, ...own } = entry;
  const inherited =
    own.base_url === undefined
      ? document
      : Object.fromEntries(Object.entries(document).filter(([key]) => !KEY_BEARING.has(key)));
  return {
    model,
    label: name ?? model,
    document: { ...inherited, ...own },
    own: Object.keys(own) as (keyof AgentDocument)[],
    path,
    modelPath: [...path, 'model'],
  };
}

import { isJsonObject, parseJson, splitName } from '#core';

/** The prompts of an answer, or what is wrong with it, in words of ours only. */
export type ParsedDrafts =
  | { readonly ok: true; readonly prompts: readonly string[] }
  | { readonly ok: false; readonly message: string };

const COUNT = 3;
const LONGEST = 500;
/** What hides, moves or controls text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;
const FENCED = /^```(?:json)?\n([^]*)\n```$/;

/** Reads what a model answered: three different prompts that do not name the tool, as JSON and nothing else. */
export function parseDrafts(text: string, toolName: string): ParsedDrafts {
  const trimmed = text.trim();
  const parsed = parseJson(FENCED.exec(trimmed)?.[1] ?? trimmed);
  if (!parsed.ok) return rejectDraft('it is not JSON and nothing else');
  const { value } = parsed;
  const list = isJsonObject(value) && Object.keys(value).length === 1 ? value.prompts : null;
  if (!Array.isArray(list) || list.length !== COUNT)
    return rejectDraft(`it is not an object with a list of ${COUNT} prompts and nothing else`);
  const prompts: string[] = [];
  for (const entry of list) {
    const prompt = typeof entry === 'string' ? entry.replace(/\s+/g, ' ').trim() : '';
    if (prompt === '') return rejectDraft('a prompt is empty or not text');
    if (prompt.length > LONGEST)
      return rejectDraft(`a prompt is longer than ${LONGEST} characters`);
    if (HIDDEN.test(prompt)) return rejectDraft('a prompt has characters that do not show');
    if (namesTool(prompt, toolName)) return rejectDraft('a prompt names the tool');
    prompts.push(prompt);
  }
  if (new Set(prompts.map((prompt) => prompt.toLowerCase())).size < COUNT)
    return rejectDraft('two prompts are the same');
  return { ok: true, prompts };
}

/** A name of one word, such as `search`, is a word that people use. */
function namesTool(prompt: string, name: string): boolean {
  return splitName(name).length > 1 && prompt.toLowerCase().includes(name.toLowerCase());
}

function rejectDraft(message: string): ParsedDrafts {
  return { ok: false, message };
}

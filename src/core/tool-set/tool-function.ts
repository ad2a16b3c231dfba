import { actionOf } from '../relevance/action.ts';
import { splitWords } from '../relevance/split-words.ts';
import { parametersOf } from '../relevance/tool-terms.ts';
import { formatTool, type ToolSpec } from '../trace/trace.ts';
import { firstSentence } from './first-sentence.ts';
import { isUnspaced, termsOfName, termsOfText } from './function-terms.ts';
import { parameterTerm, requiredTerms } from './parameter-term.ts';
import { nameSubject, throughEngines } from './search-subject.ts';

/** The longest part of a description that is compared. */
const MAX_DESCRIPTION = 3000;

type Terms = ReadonlySet<string>;

/** What a tool says about its function, as it is compared across servers. */
export interface ToolFunction {
  readonly tool: ToolSpec;
  readonly key: string;
  /** What it does, by its name, or else by its first sentence. */
  readonly action: string | null;
  readonly name: Terms;
  /** The name without what every tool of its server has in it. */
  readonly core: Terms;
  /** The terms of the first sentence of its description. */
  readonly first: Terms;
  /** What it says it does: core, first sentence and what it requires. */
  readonly purpose: Terms;
  /** Everything that it says about itself, with the name of its server. */
  readonly all: Terms;
  readonly language: string;
  /** Its parameters, 2 for a required one, by what they are compared by; null where it has no schema. */
  readonly parameters: ReadonlyMap<string, number> | null;
}

const ENGLISH: Terms = new Set(
  'the a an of for to and in from by with on is are this that or using'.split(' '),
);

/** The functions of the tools of one server; `isBrand` says which terms only name it. */
export function readFunctions(
  tools: readonly ToolSpec[],
  isBrand: (term: string) => boolean,
): ToolFunction[] {
  const names = tools.map(({ name }) => termsOfName(name));
  const server = termsOfName(tools[0]?.server ?? '');
  const isCommon = commonTerms(names);
  const isOfServer = (term: string): boolean => server.has(term) && isBrand(term);
  return tools.map((tool, at) => {
    const name = names[at] as Set<string>;
    const text = (tool.description ?? '').slice(0, MAX_DESCRIPTION);
    const sentence = termsOfText(firstSentence(text));
    const action = actionOf(name) ?? actionOf(sentence);
    const distinct = without(name, (term) => isOfServer(term) || isCommon(term));
    const core = nameSubject(distinct, action, server);
    const first = throughEngines(without(sentence, isOfServer), action);
    const purpose = new Set([...core, ...first, ...requiredTerms(tool)]);
    const parameters = parametersOf(tool);
    const taken = parameters.flatMap((parameter) => [...termsOfName(parameter.name)]);
    return {
      tool,
      key: formatTool(tool),
      action,
      name: throughEngines(without(name, isOfServer), action),
      core,
      first,
      purpose,
      all: new Set([...name, ...purpose, ...termsOfText(text), ...server, ...taken]),
      language: languageOf(text, sentence),
      parameters:
        tool.inputSchema === null
          ? null
          : new Map(
              parameters.map((parameter) => [
                parameterTerm(parameter.name),
                parameter.isRequired ? 2 : 1,
              ]),
            ),
    };
  });
}

/** The terms that are not to be left out; all of them where none would remain. */
function without(terms: Terms, isLeftOut: (term: string) => boolean): Terms {
  const kept = [...terms].filter((term) => !isLeftOut(term));
  return kept.length === 0 ? terms : new Set(kept);
}

/** A prefix such as `browser_` says nothing about one of the tools that have it. */
function commonTerms(names: readonly Terms[]): (term: string) => boolean {
  const counts = new Map<string, number>();
  for (const name of names) for (const term of name) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => names.length >= 4 && (counts.get(term) ?? 0) >= names.length * 0.6;
}

/** `english`, `other` or `unspaced`: descriptions in different ones have no words to share. */
function languageOf(text: string, first: Terms): string {
  if (isUnspaced(text)) return 'unspaced';
  const isEnglish = splitWords(text).some((word) => ENGLISH.has(word)) || actionOf(first) !== null;
  return isEnglish ? 'english' : 'other';
}

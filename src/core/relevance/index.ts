export { isAction } from './action.ts';
export { splitName, splitWords } from './split-words.ts';
export { type RankedTool, ToolRelevance, type WeightedText } from './tool-relevance.ts';
export { type Parameter, parametersOf } from './tool-terms.ts';

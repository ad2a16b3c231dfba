export { actionOf, isAction } from './action.ts';
export { splitName, splitWords } from './split-words.ts';
export { termOf } from './term.ts';
export { type RankedTool, ToolRelevance, type WeightedText } from './tool-relevance.ts';
export { type DescribedTool, type Parameter, parametersOf } from './tool-terms.ts';

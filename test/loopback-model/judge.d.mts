/** Whether the text outside of fences orders the best score: by usual phrases, or by these. */
export function ordersBestScore(prompt: string, phrases?: readonly string[]): boolean;

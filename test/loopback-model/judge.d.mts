/** Whether a judge that does what it is told is told to give the best score: by usual phrases, or by these. */
export function isTold(prompt: string, phrases?: readonly string[]): boolean;

/** The texts that a person went through; `at` is the one that is shown. */
export interface History {
  readonly texts: readonly string[];
  readonly at: number;
}

const MAX_STEPS = 200;

export function beginHistory(text: string): History {
  return { texts: [text], at: 0 };
}

export function currentText({ texts, at }: History): string {
  return texts[at] ?? '';
}

/** The history with one more text; what was undone before is dropped. */
export function addText(history: History, text: string): History {
  if (text === currentText(history)) return history;
  const texts = [...history.texts.slice(0, history.at + 1), text].slice(-MAX_STEPS);
  return { texts, at: texts.length - 1 };
}

/** One text back (-1) or forward (1). */
export function step(history: History, steps: -1 | 1): History {
  const at = history.at + steps;
  return at < 0 || at >= history.texts.length ? history : { ...history, at };
}

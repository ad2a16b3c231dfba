import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.tsx';

const SHOWN_MS = 1500;

/** Copies a text, and says whether that worked. The text is made when it is asked for. */
export function CopyButton({ text, children, title, look }: CopyParts): JSX.Element {
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    setOutcome((await copyText(text())) ? 'Copied' : 'Copying failed');
  };
  return (
    <Button look={look ?? 'quiet'} class="small" title={title} onClick={() => void copy()}>
      <span role="status">{outcome ?? children}</span>
    </Button>
  );
}

interface CopyParts {
  readonly text: () => string;
  readonly title: string;
  readonly look?: 'quiet' | 'primary';
  readonly children: ComponentChildren;
}

/** Copies by the clipboard of the browser; pages opened from disk may have to select the text instead. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Deadline } from './deadline.ts';

const never = (): Promise<never> => new Promise(() => {});

describe('a deadline', () => {
  it('ends work that does not hear its signal', async () => {
    const deadline = new Deadline(1, new AbortController().signal);
    await expect(deadline.guard(never())).rejects.toThrow('aborted');
    expect(deadline.isPast).toBe(true);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('ends when somebody else stops it, with their reason, and is not past then', async () => {
    const outer = new AbortController();
    const deadline = new Deadline(60_000, outer.signal);
    const work = deadline.guard(never());
    outer.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(deadline.isPast).toBe(false);
    deadline.clear();
    const late = new Deadline(60_000, outer.signal);
    await expect(late.guard(never())).rejects.toThrow('enough');
    late.clear();
  });

  it('hears nothing any more once the work has ended', async () => {
    const outer = new AbortController();
    const deadline = new Deadline(60_000, outer.signal);
    await expect(deadline.guard(Promise.resolve(7))).resolves.toBe(7);
    deadline.clear();
    outer.abort();
    expect(deadline.signal.aborted).toBe(false);
  });

  it('counts only the time between what does not count', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deadline = new Deadline(100, new AbortController().signal);
    for (let round = 0; round < 3; round++) {
      vi.advanceTimersByTime(30);
      let end = (): void => {};
      let endOther = (): void => {};
      const waits = [
        deadline.uncounted(new Promise<void>((resolve) => (end = resolve))),
        deadline.uncounted(new Promise<void>((resolve) => (endOther = resolve))),
      ];
      vi.advanceTimersByTime(500);
      end();
      await waits[0];
      vi.advanceTimersByTime(500);
      endOther();
      await waits[1];
    }
    expect(deadline.isPast).toBe(false);
    vi.advanceTimersByTime(9);
    expect(deadline.isPast).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.isPast).toBe(true);
  });

  it('does not count what it is told not to count, and has all of its time after it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deadline = new Deadline(100, new AbortController().signal);
    let start = (): void => {};
    const started = deadline.uncounted(new Promise<void>((resolve) => (start = resolve)));
    vi.advanceTimersByTime(1000);
    expect(deadline.isPast).toBe(false);
    start();
    await started;
    vi.advanceTimersByTime(99);
    expect(deadline.isPast).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.isPast).toBe(true);
  });

  it('does not begin anew when the work has ended meanwhile', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deadline = new Deadline(100, new AbortController().signal);
    const started = deadline.uncounted(Promise.resolve(1));
    deadline.clear();
    await started;
    expect(vi.getTimerCount()).toBe(0);
  });
});

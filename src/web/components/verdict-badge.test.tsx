import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { VerdictBadge } from './verdict-badge.tsx';

it('says the verdict in a word beside its sign', () => {
  expect(renderToString(<VerdictBadge verdict="error" />)).toBe(
    '<span class="verdict error"><span aria-hidden="true">!</span> Not measured</span>',
  );
});

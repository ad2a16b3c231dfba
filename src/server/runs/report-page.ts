import { loadReporter, REPORT_PAGE_POLICY } from '#reporters';
import type { Route } from '../http/route.ts';
import type { KeptReports } from './kept-reports.ts';

/** A kept run as one file: the same that `--reporter html` writes, under the policy that it has as a file. */
export function reportPageRoute(kept: KeptReports): Route {
  return {
    method: 'GET',
    path: '/runs/:run/report.html',
    access: ['admin'],
    handle: async ({ parameters: { run = '' } }) => {
      const { report } = await kept.whole(run);
      const render = await loadReporter('html');
      const text = [...render(report, { color: false, width: 80 })].join('');
      return new Response(text, {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': `${REPORT_PAGE_POLICY}; frame-ancestors 'none'`,
        },
      });
    },
  };
}

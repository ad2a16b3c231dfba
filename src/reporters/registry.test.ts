import { expect, test } from 'vitest';
import {
  DOCUMENT_REPORTER_NAMES,
  loadInspectionReporter,
  loadReporter,
  loadToolSetReporter,
  loadTryReporter,
  type ReporterName,
} from './index.ts';

test('every kind of report has every sink, and its data', () => {
  expect(DOCUMENT_REPORTER_NAMES).toEqual(['terminal', 'json', 'markdown', 'html']);
});

test.each([loadReporter, loadInspectionReporter, loadToolSetReporter, loadTryReporter])(
  'an unknown name is an error, never another reporter',
  async (load) => {
    await expect(load('terminl' as ReporterName)).rejects.toThrow('no reporter "terminl" here');
    await expect(load('__proto__' as ReporterName)).rejects.toThrow('no reporter');
  },
);

test('a reporter of runs alone is not one of inspections', async () => {
  await expect(loadInspectionReporter('junit')).rejects.toThrow(
    'no reporter "junit" here; there are terminal, markdown, html',
  );
});

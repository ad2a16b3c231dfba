import { expect, test } from 'vitest';
import { isSameModel } from './same-model.ts';

test.each([
  ['gpt-5-mini', 'gpt-5-mini'],
  ['gpt-5-mini', 'gpt-5-mini-2025-08-07'],
  ['gpt-4', 'gpt-4-0613'],
  ['GPT-4o', 'gpt-4o-2024-08-06'],
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
  ['claude-sonnet-4-0', 'claude-sonnet-4-20250514'],
  ['claude-3-5-haiku-latest', 'claude-3-5-haiku-20241022'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview-09-2025'],
  ['gemini-2.5-flash', 'models/gemini-2.5-flash-001'],
  ['gemini-flash-latest', 'gemini-2.5-flash-preview-09-2025'],
  ['openai/gpt-5-mini', 'gpt-5-mini'],
  ['llama3.2', 'llama3.2:latest'],
])('%s may answer as %s', (asked, answered) => {
  expect(isSameModel(asked, answered)).toBe(true);
});

test.each([
  ['gpt-5-mini', 'gpt-4o'],
  ['gpt-5', 'gpt-5-mini'],
  ['gpt-5-mini', 'gpt-5'],
  ['gpt-4', 'gpt-4.1'],
  ['claude-sonnet-4', 'claude-sonnet-4-5-20250929'],
  ['claude-sonnet-4-5', 'claude-opus-4-5'],
  ['gemini-flash-latest', 'gemini-2.5-flash-lite'],
  ['gemini-2.5-flash', 'gemini-2.5-pro'],
  ['llama3.2', 'llama3.1'],
  ['a', ''],
  ['latest', 'gpt-4o'],
])('%s is not %s', (asked, answered) => {
  expect(isSameModel(asked, answered)).toBe(false);
});

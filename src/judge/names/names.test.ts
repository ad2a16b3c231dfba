import { expect, test } from 'vitest';
import { defaultTemperature } from './default-temperature.ts';
import { familyOf } from './family-of.ts';
import { isPinned } from './is-pinned.ts';

test.each([
  'openai:gpt-4o-2024-08-06',
  'openai:gpt-5-mini-2025-08-07',
  'openai:gpt-5.4-2026-03-05',
  'openai:o3-2025-04-16',
  'openai:gpt-4-0613',
  'openai:gpt-4-1106-preview',
  'openai:gpt-3.5-turbo-0125',
  'openai:ft:gpt-4o-2024-08-06:acme::a1b2c3',
  'openai-compatible:openai/gpt-oss-120b',
  'anthropic:claude-sonnet-4-5-20250929',
  'anthropic:claude-3-5-haiku-20241022',
  'anthropic:claude-sonnet-4-6',
  'anthropic:claude-opus-4-7',
  'anthropic:claude-opus-4-10',
  'anthropic:claude-sonnet-5',
  'openai-compatible:anthropic/claude-sonnet-4.6',
  'openai-compatible:us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'openai-compatible:anthropic.claude-opus-4-6-v1',
  'openai-compatible:claude-sonnet-4-5@20250929',
  'google:gemini-2.0-flash-001',
  'google:models/gemini-2.0-flash-lite-001',
  'google:gemini-2.5-pro-preview-06-05',
  'google:gemini-2.5-flash-preview-09-2025',
  'openai-compatible:meta-llama/Llama-3.3-70B-Instruct',
  'openai-compatible:llama3.2:3b',
  'openai-compatible:qwen2.5-72b-instruct',
  'openai-compatible:qwen-plus-2025-07-28',
  'openai-compatible:deepseek-v3.2',
  'openai-compatible:mistral-large-2411',
  'openai-compatible:mistral-small-3.2-24b-instruct',
  'openai-compatible:grok-4-0709',
  'openai-compatible:command-r-plus-08-2024',
  'openai-compatible:amazon.nova-pro-v1:0',
  'gpt-4o-2024-08-06',
  'judge-1',
])('%s is a snapshot', (label) => {
  expect(isPinned(label)).toBe(true);
});

test.each([
  'openai:gpt-4o',
  'openai:gpt-4',
  'openai:gpt-4.1-mini',
  'openai:gpt-5',
  'openai:gpt-5.5-pro',
  'openai:o3',
  'openai:o4-mini',
  'openai:chatgpt-4o-latest',
  'openai:gpt-5-chat-latest',
  'openai:computer-use-preview',
  'anthropic:claude-sonnet-4-5',
  'anthropic:claude-opus-4-1',
  'anthropic:claude-sonnet-4-0',
  'anthropic:claude-sonnet-4',
  'anthropic:claude-3-5-haiku-latest',
  'openai-compatible:anthropic/claude-3.5-sonnet',
  'google:gemini-2.5-pro',
  'google:gemini-2.5-flash',
  'google:gemini-flash-latest',
  'google:gemini-3-pro-preview',
  'openai-compatible:llama3.2:latest',
  'openai-compatible:mistral-large-latest',
  'openai-compatible:mistral-large',
  'openai-compatible:deepseek-chat',
  'openai-compatible:deepseek-reasoner',
  'openai-compatible:qwen-plus',
  'openai-compatible:qwen3-max',
  'openai-compatible:grok-4',
  'openai-compatible:command-r-plus',
  'openai-compatible:openrouter/auto',
  'openai-compatible:our-judge',
  'openai-compatible:some-model-2-preview',
  'module:./judge-2024-08-06.ts',
  '*',
  '',
])('%j is an alias', (label) => {
  expect(isPinned(label)).toBe(false);
});

test.each([
  ['openai:gpt-4o', 'openai'],
  ['openai:o3', 'openai'],
  ['openai-compatible:gpt-oss-120b', 'openai'],
  ['openai:something', 'openai'],
  ['anthropic:claude-sonnet-4-6', 'anthropic'],
  ['openai-compatible:us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic'],
  ['google:gemini-2.5-pro', 'google'],
  ['openai-compatible:gemma-3-27b-it', 'google'],
  ['openai-compatible:meta-llama/Llama-3.3-70B-Instruct', 'llama'],
  ['openai-compatible:llama3.2:3b', 'llama'],
  ['openai-compatible:nvidia/llama-3.1-nemotron-70b', 'llama'],
  ['openai-compatible:mixtral-8x7b', 'mistral'],
  ['openai-compatible:qwq-32b', 'qwen'],
  ['openai-compatible:Qwen/Qwen2.5-72B', 'qwen'],
  ['openai-compatible:deepseek-r1-distill-llama-70b', 'deepseek'],
  ['openai-compatible:moonshotai/kimi-k2', 'moonshot'],
  ['openai-compatible:our-judge', null],
  ['openai-compatible:o', null],
  ['grok-4', 'xai'],
  ['', null],
])('%s is of the family %s', (model, family) => {
  expect(familyOf(model)).toBe(family);
});

test.each([
  ['openai:gpt-4o-2024-08-06', 0],
  ['openai:gpt-5-2025-08-07', null],
  ['openai:gpt-5.4-mini-2026-03-17', null],
  ['openai:o3-2025-04-16', null],
  ['openai:gpt-5-chat-latest', 0],
  ['anthropic:claude-sonnet-4-5-20250929', 0],
  ['anthropic:claude-opus-4-7', null],
  ['anthropic:claude-sonnet-5', null],
  ['google:gemini-2.0-flash-001', 0],
  ['openai-compatible:gpt-oss-120b', 0],
])('%s is asked at the temperature %s', (label, temperature) => {
  expect(defaultTemperature(label)).toBe(temperature);
});

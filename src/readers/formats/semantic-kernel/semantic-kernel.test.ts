import type { Json } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readDocument } from '../../fixtures/reader-case.ts';
import { dotnet, text } from './fixtures/index.ts';
import { semanticKernelFormat } from './index.ts';

const asked = dotnet('user', [text('Go')]);

test.each<[string, Json]>([
  [
    'Pascal case',
    [
      asked,
      dotnet('assistant', [
        {
          $type: 'FunctionCallContent',
          Id: 'c1',
          PluginName: 'p',
          FunctionName: 'f',
          Arguments: {},
        },
      ]),
    ],
  ],
  [
    'camel case',
    [
      { role: { label: 'user' }, items: [] },
      {
        role: { label: 'assistant' },
        items: [
          {
            $type: 'FunctionCallContent',
            id: 'c1',
            pluginName: 'p',
            functionName: 'f',
            arguments: {},
          },
        ],
      },
    ],
  ],
  [
    'snake case',
    {
      messages: [
        {
          role: 'assistant',
          items: [
            {
              content_type: 'function_call',
              id: 'c1',
              name: 'p-f',
              function_name: 'f',
              plugin_name: 'p',
              arguments: '{}',
            },
          ],
        },
      ],
    },
  ],
  [
    'Python before 1.6',
    {
      messages: [
        {
          role: 'assistant',
          items: [{ content_type: 'function_call', id: 'c1', name: 'p-f', arguments: '{}' }],
        },
      ],
    },
  ],
])('a call in %s has the name that the model wrote', async (_, record) => {
  expect((await readDocument(record)).map(formatCalls)).toEqual([['p-f']]);
});

test('calls of another author than the first have its name as requester', async () => {
  const call = (id: string): Json => ({
    $type: 'FunctionCallContent',
    Id: id,
    FunctionName: 'f',
    Arguments: {},
  });
  const [run] = await readDocument([
    asked,
    dotnet('assistant', [call('c1') as never], { AuthorName: 'writer' }),
    dotnet('assistant', [call('c2') as never], { AuthorName: 'critic' }),
  ]);
  expect([run?.agent, run === undefined ? [] : formatCalls(run)]).toEqual([
    'writer',
    ['f', 'critic:f'],
  ]);
});

test('messages without items are not ours', () => {
  expect(semanticKernelFormat.sniff({ role: 'user', content: 'x' })).toBe('none');
  expect(semanticKernelFormat.sniff({ role: 'user', items: [{ text: 'x' }] })).toBe('none');
});

// Whole answers of four vendors as the events that they stream.

/** Splits a text in two, so that joining is needed. @param {string} text */
function halves(text) {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== '');
}

/** @param {Record<string, any>} answer */
function chatEvents({ choices, usage, ...head }) {
  const [{ message, finish_reason: reason }] = choices;
  const chunk = (delta, finish = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const calls = (message.tool_calls ?? []).flatMap(({ id, function: called }, index) => [
    chunk({
      tool_calls: [{ index, id, type: 'function', function: { name: called.name, arguments: '' } }],
    }),
    ...halves(called.arguments).map((text) =>
      chunk({ tool_calls: [{ index, function: { arguments: text } }] }),
    ),
  ]);
  return [
    chunk({ role: 'assistant', content: '' }),
    ...halves(message.content ?? '').map((content) => chunk({ content })),
    ...calls,
    chunk({}, reason),
    { ...head, object: 'chat.completion.chunk', choices: [], usage },
  ];
}

/** @param {Record<string, any>} response */
function responsesEvents(response) {
  const items = response.output.flatMap((item, index) => [
    {
      type: 'response.output_item.added',
      output_index: index,
      item: { ...item, status: 'in_progress' },
    },
    ...(item.type === 'message'
      ? item.content.flatMap(({ text = '' }) =>
          halves(text).map((delta) => ({
            type: 'response.output_text.delta',
            item_id: item.id,
            output_index: index,
            content_index: 0,
            delta,
          })),
        )
      : []),
    { type: 'response.output_item.done', output_index: index, item },
  ]);
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...items,
    { type: `response.${response.status}`, response },
  ];
}

/** @param {Record<string, any>} message */
function anthropicEvents({ content, stop_reason: reason, usage, ...head }) {
  const blocks = content.flatMap((block, index) => [
    {
      type: 'content_block_start',
      index,
      content_block: block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
    },
    ...(block.type === 'text'
      ? halves(block.text).map((text) => ({ type: 'text_delta', text }))
      : halves(JSON.stringify(block.input)).map((text) => ({
          type: 'input_json_delta',
          partial_json: text,
        }))
    ).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  return [
    {
      type: 'message_start',
      message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    { type: 'ping' },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: usage?.output_tokens ?? 0 },
    },
    { type: 'message_stop' },
  ];
}

/** @param {Record<string, any>} answer */
function googleEvents({ candidates, ...rest }) {
  const [{ content, finishReason }] = candidates;
  const pieces = content.parts.flatMap((part) =>
    part.text === undefined ? [part] : halves(part.text).map((text) => ({ ...part, text })),
  );
  return [
    ...pieces.map((part) => ({
      candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
      modelVersion: rest.modelVersion,
    })),
    { candidates: [{ content: { role: 'model', parts: [] }, finishReason, index: 0 }], ...rest },
  ];
}

const EVENTS = {
  'openai-chat': chatEvents,
  'openai-responses': responsesEvents,
  anthropic: anthropicEvents,
  google: googleEvents,
};

/**
 * A whole answer as a stream of events.
 * @param {import('./server.mjs').WireName} wire
 * @param {Record<string, any>} answer
 */
export function streamText(wire, answer) {
  const events = EVENTS[wire](answer).map((event) => {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return events.join('') + (wire === 'openai-chat' ? 'data: [DONE]\n\n' : '');
}

import type { FakeWire } from './fake-provider.ts'

/** Anthropic's messages over server-sent events. */
export const anthropicWire: FakeWire = {
  answerPath: (path) => path === '/v1/messages',
  events: ({ text = [], calls = [], usage = { in: 100, out: 20 } }) => [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'small',
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage?.in ?? 0, output_tokens: usage === null ? 0 : 1 },
      },
    }),
    ...(text.length === 0
      ? []
      : [
          event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
          event('ping', {}),
          ...text.map((piece) =>
            event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } }),
          ),
          event('content_block_stop', { index: 0 }),
        ]),
    ...calls.flatMap(({ name, fragments }, at) => {
      const index = at + 1
      return [
        event('content_block_start', {
          index,
          content_block: { type: 'tool_use', id: `toolu_${at}`, name, input: {} },
        }),
        ...fragments.map((piece) =>
          event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } }),
        ),
        event('content_block_stop', { index }),
      ]
    }),
    event('message_delta', {
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: usage?.out ?? 0 },
    }),
    event('message_stop', {}),
  ],
  error: (status) => ({ type: 'error', error: { type: 'error', message: `Refused with ${status}` } }),
  models: {
    data: [
      { type: 'model', id: 'small', display_name: 'Small', created_at: '2026-01-01T00:00:00Z' },
      { type: 'model', id: 'large', display_name: 'Large', created_at: '2026-01-01T00:00:00Z' },
    ],
    has_more: false,
  },
  embeddings: () => ({}),
  keyOf: (headers) => String(headers['x-api-key'] ?? ''),
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

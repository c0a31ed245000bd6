import type { FakeWire } from './fake-provider.ts'
import { openAiWire } from './openai-wire.ts'

/** Mistral's chat completions: whole tool calls in one delta, usage in the last chunk. */
export const mistralWire: FakeWire = {
  ...openAiWire,
  events: ({ text = [], calls = [], usage = { in: 100, out: 20 } }) => [
    chunk({ role: 'assistant', content: '' }),
    ...text.map((content) => chunk({ content })),
    ...(calls.length === 0
      ? []
      : [
          chunk({
            tool_calls: calls.map(({ name, fragments }, index) => ({
              id: `call${index}`,
              index,
              function: { name, arguments: fragments.join('') },
            })),
          }),
        ]),
    chunk({ content: '' }, calls.length > 0 ? 'tool_calls' : 'stop', usage),
    'data: [DONE]\n\n',
  ],
  error: (status) => ({ object: 'error', message: `Refused with ${status}`, type: 'error', param: null, code: null }),
}

function chunk(delta: object, finish: string | null = null, usage: { in: number; out: number } | null = null): string {
  const data = {
    id: 'cmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'small',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(usage !== null && {
      usage: { prompt_tokens: usage.in, completion_tokens: usage.out, total_tokens: usage.in + usage.out },
    }),
  }
  return `data: ${JSON.stringify(data)}\n\n`
}

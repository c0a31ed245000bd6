import type { FakeAnswer, FakeWire } from './fake-provider.ts'

/** Chat completions over server-sent events, as documented by OpenAI and copied by Ollama, vLLM and Groq. */
export const openAiWire: FakeWire = {
  answerPath: (path) => path === '/v1/chat/completions',
  events: ({ text = [], calls = [], usage = { in: 100, out: 20 } }: FakeAnswer) => [
    chunk({ role: 'assistant', content: '' }),
    ...text.map((content) => chunk({ content })),
    ...calls.flatMap(({ name, fragments }, index) => [
      chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] }),
      ...fragments.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    ...(usage === null
      ? []
      : [
          event({
            ...head,
            choices: [],
            usage: { prompt_tokens: usage.in, completion_tokens: usage.out, total_tokens: usage.in + usage.out },
          }),
        ]),
    'data: [DONE]\n\n',
  ],
  error: (status) => ({ error: { message: `Refused with ${status}`, type: 'error', param: null, code: null } }),
  models: {
    object: 'list',
    data: [
      { id: 'small', object: 'model' },
      { id: 'large', object: 'model' },
    ],
  },
  embeddings: (texts) => ({
    object: 'list',
    model: 'embed',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: 7 * texts.length, total_tokens: 7 * texts.length },
  }),
  keyOf: ({ authorization }) => String(authorization ?? '').replace('Bearer ', ''),
}

/** Texts that share letters get similar vectors. */
export function vectorOf(text: string): readonly number[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const counts = [...letters].map((letter) => text.toLowerCase().split(letter).length - 1)
  const length = Math.hypot(...counts) || 1
  return counts.map((count) => count / length)
}

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'small' }

function chunk(delta: object, finish: string | null = null): string {
  return event({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

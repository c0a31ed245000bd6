import type { FakeWire } from './fake-provider.ts'
import { vectorOf } from './openai-wire.ts'

/** Gemini's streamGenerateContent over server-sent events; tool calls come whole. */
export const googleWire: FakeWire = {
  answerPath: (path) => /^\/v1beta\/models\/[\w.-]+:streamGenerateContent\?alt=sse$/.test(path),
  events: ({ text = [], calls = [], usage = { in: 100, out: 20 } }) => [
    ...text.map((piece) => event({ candidates: [{ content: { role: 'model', parts: [{ text: piece }] }, index: 0 }] })),
    ...calls.map(({ name, fragments }) =>
      event({
        candidates: [
          {
            content: { role: 'model', parts: [{ functionCall: { name, args: argumentsOf(fragments.join('')) } }] },
            index: 0,
          },
        ],
      }),
    ),
    event({
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
      ...(usage !== null && {
        usageMetadata: {
          promptTokenCount: usage.in,
          candidatesTokenCount: usage.out,
          totalTokenCount: usage.in + usage.out,
        },
      }),
    }),
    '',
  ],
  error: (status) => ({ error: { code: status, message: `Refused with ${status}`, status: 'FAILED' } }),
  models: {
    models: [
      { name: 'models/small', supportedGenerationMethods: ['generateContent', 'countTokens'] },
      { name: 'models/large', supportedGenerationMethods: ['generateContent'] },
      { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
    ],
  },
  embeddings: (texts) => ({ embeddings: texts.map((text) => ({ values: vectorOf(text) })) }),
  keyOf: (headers) => String(headers['x-goog-api-key'] ?? ''),
}

/** Gemini sends a call's arguments as an object, so invalid JSON can't be sent. */
function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`
}

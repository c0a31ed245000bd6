import { createOutboundStream } from '#backend/http/outbound-fetch.ts'

import {
  ModelError,
  type LanguageModel,
  type ModelEndpoint,
  type ModelPart,
  type ModelRequest,
} from './language-model.ts'
import { toModelError } from './model-error.ts'

/** Loads the library and the provider's part of it before a visitor needs them, because that takes a second. */
export async function prepareSdk(endpoint: ModelEndpoint): Promise<void> {
  await Promise.all([loadSdk(), loadProvider(endpoint)])
}

/** The model at an endpoint, over the `ai` library, which is loaded at the first use. */
export function openSdkModel(endpoint: ModelEndpoint): LanguageModel {
  return {
    stream: (request, signal) => stream(endpoint, request, signal),
    async embed(texts, signal) {
      try {
        const [{ embedMany }, provider] = await Promise.all([loadSdk(), loadProvider(endpoint)])
        const model = provider.embeddingModel(endpoint.model)
        const { embeddings, usage } = await embedMany({ model, values: [...texts], maxRetries: 0, abortSignal: signal })
        return { vectors: embeddings, tokens: Number.isFinite(usage.tokens) ? usage.tokens : null }
      } catch (error) {
        throw toModelError(error, endpoint.apiKey)
      }
    },
  }
}

async function* stream(
  endpoint: ModelEndpoint,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, void> {
  const [{ streamText, jsonSchema, tool }, provider] = await Promise.all([loadSdk(), loadProvider(endpoint)])
  const tools = request.tools.map(({ name, description, parameters }) => [
    name,
    tool({ description, inputSchema: jsonSchema(parameters) }),
  ])
  const { stream: parts } = streamText({
    model: provider.languageModel(endpoint.model),
    instructions: request.instructions,
    prompt: request.data,
    maxOutputTokens: request.tokensMax,
    // A retry would take too long, and the circuit breaker counts the first failure.
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
    ...(tools.length > 0 && { tools: Object.fromEntries(tools) }),
  })
  try {
    for await (const part of parts) {
      switch (part.type) {
        case 'text-delta':
          yield { type: 'text', text: part.text }
          break
        case 'tool-call':
          yield { type: 'call', id: part.toolCallId, name: part.toolName, input: part.input }
          break
        case 'error':
          throw toModelError(part.error, endpoint.apiKey)
        case 'abort':
          throw new ModelError('slow', 'The call was cut off.', { isCharged: true })
        case 'finish':
          yield {
            type: 'end',
            tokensIn: countOf(part.totalUsage.inputTokens),
            tokensOut: countOf(part.totalUsage.outputTokens),
          }
          break
      }
    }
  } catch (error) {
    throw toModelError(error, endpoint.apiKey)
  }
}

/** Providers without token counts send 0, null or no usage chunk. */
function countOf(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? Math.ceil(tokens) : null
}

async function loadSdk() {
  const sdk = await import('ai')
  // The library's warnings would go to the console instead of the log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return sdk
}

async function loadProvider({ provider, url, apiKey, mayCallPrivateAddresses }: ModelEndpoint) {
  const address = new URL(url)
  const queryParams = Object.fromEntries(address.searchParams)
  address.search = ''
  const baseURL = address.href.replace(/\/+$/, '')
  const fetch = createOutboundStream({ mayCallPrivateAddresses, bytesMax: answerBytesMax })
  // An empty key keeps the library from reading one from the environment.
  const settings = { baseURL, apiKey: apiKey ?? '', fetch }
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(settings)
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(settings)
    case 'openai-compatible':
      return (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
        name: 'compatible',
        baseURL,
        fetch,
        queryParams,
        includeUsage: true,
        ...(apiKey !== null && { apiKey, ...(isAzure(address) && { headers: { 'api-key': apiKey } }) }),
        // OpenAI's newer models reject the old name; others know only the old one.
        ...((address.hostname === 'api.openai.com' || isAzure(address)) && { transformRequestBody: renameTokenLimit }),
      })
  }
}

function isAzure({ hostname }: URL): boolean {
  return hostname.endsWith('.azure.com')
}

function renameTokenLimit({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit }
}

const answerBytesMax = 4 * 1024 * 1024

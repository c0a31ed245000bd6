import { z } from 'zod'

import { createOutboundFetch } from '#backend/http/outbound-fetch.ts'

import { ModelError, type ModelEndpoint } from './language-model.ts'
import { toModelError } from './model-error.ts'

/** The names of the models at an endpoint. Rejects with a ModelError. */
export async function listModels(endpoint: Omit<ModelEndpoint, 'model'>): Promise<readonly string[]> {
  const { provider, url, apiKey, mayCallPrivateAddresses } = endpoint
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/models`
  if (provider === 'google') address.searchParams.set('pageSize', '1000')
  if (provider === 'anthropic') address.searchParams.set('limit', '1000')
  const send = createOutboundFetch({ mayCallPrivateAddresses, timeoutMs: 10_000, bytesMax: 4 * 1024 * 1024 })
  const response = await send(address.href, { headers: headersOf(provider, apiKey) }).catch((error: unknown) => {
    throw toModelError(error, apiKey)
  })
  if (!response.ok) throw toModelError({ statusCode: response.status }, apiKey)
  const parsed = listShape.safeParse(await response.json().catch(() => null))
  if (!parsed.success) {
    throw new ModelError('broken', 'This address doesn’t return a list of models.', { isCharged: false })
  }
  const { data = [], models = [] } = parsed.data
  const names = [
    ...data.map(({ id }) => id),
    ...models
      .filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') !== false)
      .map(({ name }) => name.replace(/^models\//, '')),
  ]
  return [...new Set(names)].toSorted().slice(0, modelsMax)
}

function headersOf(provider: ModelEndpoint['provider'], apiKey: string | null): Readonly<Record<string, string>> {
  if (provider === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey !== null && { 'x-api-key': apiKey }) }
  if (apiKey === null) return {}
  return provider === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

const modelsMax = 500
const name = z.string().max(200)
const listShape = z.object({
  data: z
    .array(z.object({ id: name }))
    .max(5_000)
    .optional(),
  models: z
    .array(z.object({ name, supportedGenerationMethods: z.array(z.string()).optional() }))
    .max(5_000)
    .optional(),
})

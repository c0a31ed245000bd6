import { modelProviders, type ModelProvider } from '#domain/model-providers.ts'

/**
 * The address of a provider's API, as its client wants it: without a trailing slash, with the version's path where only
 * a host was given, and without the path of a call. Null when it is none.
 */
export function toModelUrl(text: string, provider: ModelProvider): string | null {
  const written = text.trim() || (modelProviders.find(({ value }) => value === provider)?.url ?? '')
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  if (!/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') return null
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/(?:chat\/completions|completions|messages|models|embeddings)$/, '')
  url.pathname = path === '' ? (provider === 'google' ? '/v1beta' : '/v1') : path
  return url.href
}

import { modelProviders, type ModelProvider } from '#domain/model-providers.ts'

/** The base address of a model provider's API, as its client expects it. Null if invalid. */
export function toModelUrl(text: string, provider: ModelProvider): string | null {
  const own = modelProviders.find(({ value }) => value === provider)?.url ?? ''
  return toApiUrl(text, own, /\/(?:chat\/completions|completions|messages|models|embeddings)$/)
}

/**
 * The base address of an API: without a trailing slash, with the provider's version path if only a host was given, and
 * without the path of a call. Null if invalid.
 */
export function toApiUrl(text: string, own: string, call: RegExp): string | null {
  const written = text.trim() || own
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  if (!/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') return null
  const path = url.pathname.replace(/\/+$/, '').replace(call, '')
  url.pathname = path === '' ? new URL(own).pathname : path
  return url.href.replace(/(?<=^https?:\/\/[^/?]+)\/$/, '')
}

import { stepImageUrl, type PlayerStep } from '#protocol/player-page.ts'
import { visitorNetworkHeader } from '#backend/http/visitor-network.ts'
import { backendFetch } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

export type InlineFormat = 'avif' | 'webp'

/** Larger images load faster as their own request. */
const inlineBytesMax = 60_000
/** A first-time image takes a moment to encode; the page waits no longer than this. */
const inlineWaitMs = 1_000

export interface DocumentImage {
  readonly url: string
  /** The image was not ready; the next document can inline it. */
  readonly isProvisional: boolean
}

/**
 * A step's image for the document: a data URI when small, otherwise its URL. Never rejects: the page itself retries a
 * failed image and reports it.
 */
export async function documentImage(
  services: Services,
  step: PlayerStep,
  { width, format, network }: { readonly width: number; readonly format: InlineFormat; readonly network: string },
): Promise<DocumentImage> {
  const address = stepImageUrl(step, width)
  if (step.renderUrl === null) return { url: address, isProvisional: false }
  const content = await Promise.race([
    readImage(services, address, { format, network }).catch(() => null),
    wait(inlineWaitMs),
  ])
  if (content === null) return { url: address, isProvisional: true }
  if (content.bytes.byteLength > inlineBytesMax) return { url: address, isProvisional: false }
  return { url: `data:${content.type};base64,${Buffer.from(content.bytes).toString('base64')}`, isProvisional: false }
}

async function readImage(
  services: Services,
  address: string,
  { format, network }: { readonly format: InlineFormat; readonly network: string },
) {
  const { config } = services
  const headers = { accept: `image/${format}`, [visitorNetworkHeader]: network }
  const request = new Request(new URL(address, config.backendUrl), { headers })
  const response = await backendFetch(services)(request)
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !/^image\/(avif|webp|png|jpeg)$/.test(type)) return null
  return { type, bytes: await response.arrayBuffer() }
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, null).unref()
  })
}

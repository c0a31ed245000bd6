import { stepImageUrl, type PlayerStep } from '#protocol/player-page.ts'
import { visitorNetworkHeader } from '#backend/http/visitor-network.ts'
import { backendFetch } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

export type InlineFormat = 'avif' | 'webp'

/** Larger pictures are quicker as a request of their own, beside the document. */
const inlineBytesMax = 60_000
/** A picture nobody asked for before takes a moment to make; the page does not wait longer for it. */
const inlineWaitMs = 1_000

export interface DocumentImage {
  readonly url: string
  /** The picture was not ready; the next document may well have it inside. */
  readonly isProvisional: boolean
}

/**
 * The picture of a step for the document: inside it as a data URI when it is small, else its address. Never rejects:
 * a picture that can't be had is asked for again by the page, which says so.
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

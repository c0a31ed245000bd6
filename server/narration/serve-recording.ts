import { guardHeaders, matchesETag } from '#backend/storage/serve-object.ts'
import { audioBucket } from '#domain/limits.ts'
import { backendFetch } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'
import type { ShareAccess } from '#server/share/share-access.ts'

import { sharedRecordings } from './step-recordings.ts'

/** Streams a recording of a shared demo, whole or a range; null if the link doesn't open it. */
export async function serveRecording(
  services: Services,
  request: Request,
  { access, hash }: { readonly access: ShareAccess; readonly hash: string },
): Promise<Response | null> {
  const { backendUrl, serviceRoleKey } = services.config
  if (serviceRoleKey === '') return null
  const [recording] = await sharedRecordings(services, access, hash)
  if (recording === undefined) return null
  const etag = `"${hash}"`
  const headers = new Headers({
    ...guardHeaders,
    'accept-ranges': 'bytes',
    // The link may be turned off later, but visitors have already heard this.
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': recording.mime_type,
    etag,
  })
  if (matchesETag(request.headers.get('if-none-match') ?? undefined, etag)) {
    return new Response(null, { status: 304, headers })
  }
  const range = [null, etag].includes(request.headers.get('if-range')) ? request.headers.get('range') : null
  const stored = await backendFetch(services)(
    `${backendUrl}/storage/v1/object/authenticated/${audioBucket}/${recording.path}`,
    {
      method: request.method,
      headers: { authorization: `Bearer ${serviceRoleKey}`, apikey: serviceRoleKey, ...(range !== null && { range }) },
      signal: request.signal,
    },
  )
  if (![200, 206, 416].includes(stored.status)) {
    await stored.body?.cancel()
    return null
  }
  for (const name of ['content-length', 'content-range']) {
    const value = stored.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(stored.body, { status: stored.status, headers })
}

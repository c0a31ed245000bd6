import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import { guardHeaders, matchesETag } from '#backend/storage/serve-object.ts'
import { snapshotBucket } from '#domain/limits.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

const fileShape = z.object({ path: z.string(), mime_type: z.string(), hash: z.string() }).nullable()

/** Serves a captured page, and the files it names, to whoever knows its id, as pictures are. */
export function snapshotServer(services: Services, files: PictureFiles) {
  const { config } = services
  const call = procedureCaller(services)

  return async (context: Context<AppEnv>, id: string, hash: string | null): Promise<Response | null> => {
    if (config.serviceRoleKey === '') return null
    const file = fileShape.parse((await call('get_snapshot_file', { p_id: id, p_hash: hash ?? '' })) ?? null)
    if (file === null) return null
    const eTag = `"${file.hash}"`
    const isPage = hash === null
    // The page itself may only be asked for as one: its address would let it be opened under another type.
    if (isPage !== (file.mime_type === 'text/html')) return null
    const folder = `${ownOrigin(config, context.req.header('host'))}${snapshotsPath}/${id}/`
    const headers = new Headers({
      ...guardHeaders,
      'content-type': isPage || file.mime_type === 'text/css' ? `${file.mime_type}; charset=utf-8` : file.mime_type,
      'content-security-policy': isPage ? pagePolicy(folder) : guardHeaders['content-security-policy'],
      // A redaction deletes the page; its files alone say little.
      'cache-control': isPage ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
      // Fonts are fetched with CORS, and the page has no origin.
      'access-control-allow-origin': '*',
      etag: eTag,
    })
    if (matchesETag(context.req.header('if-none-match'), eTag)) return new Response(null, { status: 304, headers })
    const content = await files.read({ bucket: snapshotBucket, path: file.path })
    return content === null ? null : new Response(new Uint8Array(content), { headers })
  }
}

/** No script, no origin, and nothing but the page's own files. */
function pagePolicy(folder: string): string {
  return [
    `default-src 'none'`,
    `img-src ${folder}`,
    `style-src ${folder} 'unsafe-inline'`,
    `font-src ${folder}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors *`,
    'sandbox',
  ].join('; ')
}

import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import { guardHeaders, matchesETag } from '#backend/storage/serve-object.ts'
import { snapshotBucket } from '#domain/limits.ts'
import { passivity } from '#domain/snapshot-markup.ts'
import { readVariableValues, type VariableValues } from '#domain/variables.ts'
import { fallbackPrefix, valuePrefix } from '#protocol/page-edits.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { fillPage } from './fill-page.ts'
import type { OriginalTickets } from './original-tickets.ts'

const fileShape = z
  .object({ path: z.string(), mime_type: z.string(), hash: z.string(), variables: z.array(z.string()).default([]) })
  .nullable()

type ServedFile = NonNullable<z.infer<typeof fileShape>>

/** Serves captured pages and their files. Null if missing. */
export function snapshotServer(services: Services, files: PictureFiles, tickets: OriginalTickets) {
  const { config } = services
  const call = procedureCaller(services)

  async function find(procedure: string, values: Readonly<Record<string, string>>): Promise<ServedFile | null> {
    return config.serviceRoleKey === '' ? null : fileShape.parse((await call(procedure, values)) ?? null)
  }

  async function answer(
    context: Context<AppEnv>,
    file: ServedFile,
    headers: Headers,
    finish = (page: string) => page,
  ): Promise<Response | null> {
    for (const [name, value] of Object.entries(guardHeaders)) if (!headers.has(name)) headers.set(name, value)
    const isText = file.mime_type === 'text/html' || file.mime_type === 'text/css'
    headers.set('content-type', isText ? `${file.mime_type}; charset=utf-8` : file.mime_type)
    const eTag = `"${file.hash}"`
    const values = valuesIn(context, valuePrefix)
    const fallbacks = valuesIn(context, fallbackPrefix)
    const isFilled = file.variables.length > 0 && Object.keys({ ...values, ...fallbacks }).length > 0
    // Identifies the visitor.
    if (isFilled) headers.set('cache-control', 'private, max-age=600')
    else {
      headers.set('etag', eTag)
      if (matchesETag(context.req.header('if-none-match'), eTag)) return new Response(null, { status: 304, headers })
    }
    const content = await files.read({ bucket: snapshotBucket, path: file.path })
    if (content === null) return null
    if (file.mime_type !== 'text/html') return new Response(new Uint8Array(content), { headers })
    const page = new TextDecoder().decode(content)
    return new Response(finish(file.variables.length > 0 ? fillPage(page, values, fallbacks) : page), { headers })
  }

  return {
    /** The visitors' page, for anyone who knows its id, as with pictures. */
    page: async (context: Context<AppEnv>, id: string, hash: string | null): Promise<Response | null> => {
      const file = await find('get_snapshot_file', { p_id: id, p_hash: hash ?? '' })
      // Refuse the page's own hash here, because this route would serve it with another type.
      if (file === null || (hash === null) !== (file.mime_type === 'text/html')) return null
      const headers = new Headers({
        // A redaction deletes the page; its files alone reveal little.
        'cache-control': hash === null ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
        // Fonts are fetched with CORS, and the page has no origin.
        'access-control-allow-origin': '*',
      })
      if (hash === null) {
        const folder = `${ownOrigin(config, context.req.header('host'))}${snapshotsPath}/${id}/`
        headers.set('content-security-policy', pagePolicy(folder, 'frame-ancestors *', 'sandbox'))
      }
      return answer(context, file, headers, withPassivity)
    },

    /**
     * The page as captured, for anyone with a ticket. It has our origin, so that the editor can read and change it, but
     * no script runs in it.
     */
    original: async (context: Context<AppEnv>, ticket: string, hash: string | null): Promise<Response | null> => {
      const opened = tickets.read(ticket)
      if (opened === null) return null
      const { workspaceId, page } = opened
      const file = await find('get_original_file', { p_workspace_id: workspaceId, p_page: page, p_hash: hash ?? '' })
      if (file === null || (hash === null) !== (file.mime_type === 'text/html')) return null
      const headers = new Headers({
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      if (hash === null) {
        const folder = `${ownOrigin(config, context.req.header('host'))}${originalFolder(ticket)}`
        const policy = pagePolicy(folder, `frame-ancestors 'self'`, 'sandbox allow-same-origin')
        // New images in the editor that haven't been uploaded yet.
        headers.set('content-security-policy', policy.replace(`img-src ${folder}`, `img-src ${folder} blob: data:`))
      }
      return answer(context, file, headers)
    },
  }
}

/** The address of the page as captured; its files are below it. */
export function originalFolder(ticket: string): string {
  return `${snapshotsPath}/originals/${ticket}/`
}

function valuesIn(context: Context<AppEnv>, prefix: string): VariableValues {
  const given = Object.entries(context.req.query()).filter(([name]) => name.startsWith(prefix))
  return readVariableValues(given.map(([name, value]) => [name.slice(prefix.length), value] as const))
}

/** At the very start, where cleaned markup can't contain anything that changes its meaning. */
function withPassivity(page: string): string {
  return page.replace(/^(?:<!DOCTYPE html>)?<html[^>]*><head[^>]*>/, `$&<style>${passivity}</style>`)
}

/** Allows no script, and only the page's own files. */
function pagePolicy(folder: string, ancestors: string, sandbox: string): string {
  return [
    `default-src 'none'`,
    `img-src ${folder}`,
    `style-src ${folder} 'unsafe-inline'`,
    `font-src ${folder}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    ancestors,
    sandbox,
  ].join('; ')
}

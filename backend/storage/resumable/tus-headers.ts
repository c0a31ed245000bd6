import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

import { resumableError } from '#backend/storage/storage-errors.ts'

/* The headers of TUS 1.0.0. */

export const tusVersion = '1.0.0'
export const tusExtensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum'
export const checksumAlgorithms = ['md5', 'sha1', 'sha256'] as const
export const offsetOctets = 'application/offset+octet-stream'

export interface UploadMetadata {
  readonly bucket: string
  readonly name: string
  readonly mimeType: string
  readonly cacheControl: string | null
  /** JSON text, unparsed. */
  readonly userMetadata: string | null
  /** The raw header. */
  readonly text: string
}

/** Reads Upload-Metadata, with the keys of Supabase's clients. */
export function parseUploadMetadata(header: string | undefined): UploadMetadata {
  const text = header ?? ''
  if (text.length > metadataCharactersMax) throw resumableError(413, 'The metadata is too long', 'EntityTooLarge')
  const pairs = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [key = '', value = '', ...surplus] = pair.trim().split(' ')
    if (key === '') continue
    if (surplus.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
      throw resumableError(400, 'Upload-Metadata is invalid. It must hold keys and values in Base64')
    }
    pairs.set(key, Buffer.from(value, 'base64').toString('utf8'))
  }
  const named = (key: string): string => {
    const value = pairs.get(key) ?? ''
    if (value === '') throw resumableError(400, `Upload-Metadata must hold ${key}`)
    return value
  }
  const contentType = pairs.get('contentType') ?? pairs.get('filetype') ?? ''
  if (!/^[\x20-\x7e]{0,200}$/.test(contentType)) throw resumableError(400, 'The contentType is invalid')
  return {
    bucket: named('bucketName'),
    name: named('objectName'),
    mimeType: contentType === '' ? 'application/octet-stream' : contentType,
    cacheControl: pairs.get('cacheControl') ?? null,
    userMetadata: pairs.get('metadata') ?? null,
    text,
  }
}

/** Answers HEAD when the offset can't be read: after a 503, tus-js-client would restart the upload. */
export const offsetUnavailable = 423

export function isOffsetRequest(method: string | undefined, url: string | undefined): boolean {
  return method === 'HEAD' && url?.startsWith('/storage/v1/upload/resumable/') === true
}

/** Refuses other protocol versions, as the protocol requires for every request but OPTIONS. */
export function requireVersion(context: Context<AppEnv>): void {
  if (context.req.header('tus-resumable') === tusVersion) return
  context.header('tus-version', tusVersion)
  throw resumableError(412, `Tus-Resumable must be ${tusVersion}`)
}

/** A non-negative number of bytes; null when the header is absent. */
export function byteHeader(context: Context<AppEnv>, name: string): number | null {
  const text = context.req.header(name)
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text)) throw resumableError(400, `${name} must be a whole number`)
  return Number(text)
}

export function requireOffsetOctets(context: Context<AppEnv>): void {
  if (context.req.header('content-type')?.toLowerCase() === offsetOctets) return
  throw resumableError(415, `Content-Type must be ${offsetOctets}`)
}

export function parseChecksum(header: string | undefined) {
  if (header === undefined) return null
  const [algorithm = '', digest = ''] = header.trim().split(' ')
  if (!checksumAlgorithms.some((known) => known === algorithm)) {
    throw resumableError(400, `The checksum's algorithm must be ${checksumAlgorithms.join(', ')}`)
  }
  return { algorithm, digest: Buffer.from(digest, 'base64') }
}

const metadataCharactersMax = 16_384

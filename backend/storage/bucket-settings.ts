import { z } from 'zod'

import { invalidBucketName, invalidFileSizeLimit, invalidRequest, tooLarge } from './storage-errors.ts'

/** A bucket's settings as requested; `undefined` leaves one unchanged. */
export interface BucketSettings {
  readonly isPublic: boolean | undefined
  readonly fileSizeLimit: number | null | undefined
  readonly allowedMimeTypes: readonly string[] | null | undefined
}

/** Validates a new bucket's name, which can't contain a slash because one ends it in URLs. */
export function parseBucketName(body: unknown): string {
  const parsed = nameShape.safeParse(body)
  if (!parsed.success) throw invalidRequest('A bucket needs a name')
  const name = parsed.data.id ?? parsed.data.name
  const isTrimmed = name === name.trim()
  if (!isTrimmed || !nameCharacters.test(name) || reserved.has(name)) throw invalidBucketName()
  return name
}

/** Sizes are bytes or text like 20MB (20,000,000), at most `bytesMax`. */
export function parseBucketSettings(body: unknown, bytesMax: number): BucketSettings {
  const parsed = wishShape.safeParse(body)
  if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
  const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = parsed.data
  for (const type of types ?? []) {
    if (!mimeType.test(type)) throw invalidRequest(`mime type ${type} is invalid`)
  }
  const fileSizeLimit = limit === null || limit === undefined ? limit : parseBytes(limit)
  if ((fileSizeLimit ?? 0) > bytesMax) throw tooLarge()
  return { isPublic, fileSizeLimit, allowedMimeTypes: types }
}

function parseBytes(limit: number | string): number {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)\s*(b|kb|mb|gb)?$/i.exec(String(limit).trim())
  if (match === null) throw invalidFileSizeLimit()
  const [, number, unit = 'b'] = match
  return Math.round(Number(number) * 1000 ** ['b', 'kb', 'mb', 'gb'].indexOf(unit.toLowerCase()))
}

const nameCharacters = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/
/** URLs resolve these away. */
const reserved = new Set(['.', '..'])
const mimeType = /^([\w!#$&^.+-]{1,100}|\*)\/([\w!#$&^.+-]{1,100}|\*)$/

const nameShape = z.object({ id: z.string().optional(), name: z.string() })

const wishShape = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), z.string().max(40)]).nullish(),
  allowed_mime_types: z.array(z.string().max(201)).max(200).nullish(),
})

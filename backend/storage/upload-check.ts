import { limits } from '#domain/limits.ts'
import type { Services } from '#backend/services.ts'

import type { Bucket } from './objects.ts'
import { mimeTypeNotSupported, tooLarge } from './storage-errors.ts'

/** What a file may weigh in any bucket. */
export function fileBytesMax(services: Services): number {
  return services.config.storage.fileBytesMax
}

/** What an upload of this type may weigh in this bucket; refuses a type that the bucket does not take. */
export function uploadBytesMax(services: Services, bucket: Bucket, declared: string): number {
  if (!takesMimeType(bucket, declared)) throw mimeTypeNotSupported(declared)
  const most = Math.min(bucket.fileSizeLimit ?? Number.POSITIVE_INFINITY, fileBytesMax(services))
  // An image is decoded as a whole.
  return isImageUpload(bucket, declared) ? Math.min(most, limits.imageBytesMax) : most
}

/** Refuses what would not have been taken as an upload to the bucket; for objects that come from another one. */
export function requireFits(services: Services, bucket: Bucket, mimeType: string, size: number): void {
  if (!takesMimeType(bucket, mimeType)) throw mimeTypeNotSupported(mimeType)
  if (size > Math.min(bucket.fileSizeLimit ?? Number.POSITIVE_INFINITY, fileBytesMax(services))) throw tooLarge()
}

/** Whether what arrives must be an image: the bucket takes nothing else, or it is declared as one. */
export function isImageUpload(bucket: Bucket, declared: string): boolean {
  const types = bucket.allowedMimeTypes
  if (types !== null && types.every((type) => type.startsWith('image/') && type !== svg)) return true
  const type = bareType(declared)
  // A drawing can't be decoded without running what may be in it. It is kept, and never shown on our origin.
  return type.startsWith('image/') && type !== svg
}

/** Whether an object of this type was decoded when it came in. */
export function isDecoded(mimeType: string): boolean {
  return /^image\/(png|jpeg|webp|avif|gif)$/.test(mimeType)
}

export function takesMimeType({ allowedMimeTypes }: Bucket, declared: string): boolean {
  if (allowedMimeTypes === null) return true
  const type = bareType(declared)
  return allowedMimeTypes.some((allowed) =>
    allowed === '*/*' || allowed === '*'
      ? true
      : allowed.endsWith('/*')
        ? type.startsWith(allowed.slice(0, -1))
        : allowed === type,
  )
}

function bareType(declared: string): string {
  return declared.toLowerCase().split(';')[0]?.trim() ?? ''
}

const svg = 'image/svg+xml'

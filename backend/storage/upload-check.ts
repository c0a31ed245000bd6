import { limits } from '#domain/limits.ts'
import type { Services } from '#backend/services.ts'

import type { Bucket } from './objects.ts'
import { mimeTypeNotSupported, tooLarge } from './storage-errors.ts'

export function fileBytesMax(services: Services): number {
  return services.config.storage.fileBytesMax
}

/** Maximum size for this type in this bucket; refuses types the bucket doesn't accept. */
export function uploadBytesMax(services: Services, bucket: Bucket, declared: string): number {
  if (!takesMimeType(bucket, declared)) throw mimeTypeNotSupported(declared)
  const most = Math.min(bucket.fileSizeLimit ?? Number.POSITIVE_INFINITY, fileBytesMax(services))
  // Images are decoded in memory.
  return isImageUpload(bucket, declared) ? Math.min(most, limits.imageBytesMax) : most
}

/** Applies a bucket's upload rules to an existing object. */
export function requireAccepted(services: Services, bucket: Bucket, mimeType: string, size: number): void {
  if (!takesMimeType(bucket, mimeType)) throw mimeTypeNotSupported(mimeType)
  if (size > Math.min(bucket.fileSizeLimit ?? Number.POSITIVE_INFINITY, fileBytesMax(services))) throw tooLarge()
}

/** Whether the upload must be an image: declared as one, or the bucket accepts nothing else. */
export function isImageUpload(bucket: Bucket, declared: string): boolean {
  const types = bucket.allowedMimeTypes
  if (types !== null && types.every((type) => type.startsWith('image/') && type !== svg)) return true
  const type = bareType(declared)
  // SVG can't be re-encoded without running its contents. It is stored, but never displayed on our origin.
  return type.startsWith('image/') && type !== svg
}

/** Whether objects of this type were re-encoded on upload. */
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

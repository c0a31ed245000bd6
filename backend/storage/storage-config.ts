import { limits } from '#domain/limits.ts'
import type { SettingsReader } from '#backend/settings/settings-reader.ts'

/** The storage service's configuration, under Supabase Storage's names. */
export interface StorageConfig {
  /** Largest file in any bucket; buckets may only lower it. */
  readonly fileBytesMax: number
  readonly signedUploadSeconds: number
  readonly resumableUploadMs: number
  /** Storage quota per workspace; null for none. */
  readonly workspaceBytesMax: number | null
}

export function parseStorageConfig({ wholeNumber }: SettingsReader): StorageConfig {
  return {
    // Screenshots must fit.
    fileBytesMax: wholeNumber('FILE_SIZE_LIMIT', limits.imageBytesMax, 1024 ** 4, 50 * 1024 * 1024),
    signedUploadSeconds: wholeNumber('SIGNED_UPLOAD_URL_EXPIRATION_TIME', 60, 7_200, 7_200),
    workspaceBytesMax: wholeNumber('WORKSPACE_STORAGE_LIMIT', 0, 1024 ** 5, 5_000_000_000) || null,
    resumableUploadMs: wholeNumber('TUS_URL_EXPIRY_MS', 60_000, 30 * 86_400_000, 86_400_000),
  }
}

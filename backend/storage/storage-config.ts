import { limits } from '#domain/limits.ts'
import type { SettingsReader } from '#backend/settings/settings-reader.ts'

/** What the storage service is configured with, under Supabase Storage's own names. */
export interface StorageConfig {
  /** Largest file of any bucket; a bucket may allow less, not more. */
  readonly fileBytesMax: number
  readonly signedUploadSeconds: number
  /** How long an unfinished resumable upload is kept. */
  readonly resumableUploadMs: number
  /** What the files of one workspace may come to; null where there is no limit. */
  readonly workspaceBytesMax: number | null
}

export function parseStorageConfig({ wholeNumber }: SettingsReader): StorageConfig {
  return {
    // Less than a screenshot may have would break recording.
    fileBytesMax: wholeNumber('FILE_SIZE_LIMIT', limits.imageBytesMax, 1024 ** 4, 50 * 1024 * 1024),
    signedUploadSeconds: wholeNumber('SIGNED_UPLOAD_URL_EXPIRATION_TIME', 60, 7_200, 7_200),
    workspaceBytesMax: wholeNumber('WORKSPACE_STORAGE_LIMIT', 0, 1024 ** 5, 5_000_000_000) || null,
    resumableUploadMs: wholeNumber('TUS_URL_EXPIRY_MS', 60_000, 30 * 86_400_000, 86_400_000),
  }
}

import type { TokenProblem } from '#backend/http/app-env.ts'
import { retryTime } from '#backend/http/volume-limit.ts'

/** A storage error; as in Supabase, the body carries its status. The cause is only logged. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly status: number
  readonly error: string
  readonly code: string
  /** For Retry-After, where it isn't the usual one. */
  readonly retrySeconds: number | null

  constructor(
    status: number,
    error: string,
    message: string,
    code: string,
    cause?: unknown,
    retrySeconds: number | null = null,
  ) {
    super(message, { cause })
    this.status = status
    this.error = error
    this.code = code
    this.retrySeconds = retrySeconds
  }
}

export function noSuchBucket(): StorageError {
  return new StorageError(404, 'Bucket not found', 'Bucket not found', 'NoSuchBucket')
}

export function noSuchObject(): StorageError {
  return new StorageError(404, 'not_found', 'Object not found', 'NoSuchKey')
}

export function noSuchEndpoint(): StorageError {
  return new StorageError(404, 'not_found', 'This endpoint does not exist', 'InvalidRequest')
}

export function alreadyExists(): StorageError {
  return new StorageError(409, 'Duplicate', 'The resource already exists', 'KeyAlreadyExists')
}

export function bucketExists(): StorageError {
  return new StorageError(409, 'Duplicate', 'The resource already exists', 'BucketAlreadyExists')
}

export function invalidBucketName(): StorageError {
  return new StorageError(400, 'Invalid Input', 'Bucket name invalid', 'InvalidBucketName')
}

export function bucketNotEmpty(): StorageError {
  const message = 'The bucket you tried to delete is not empty'
  return new StorageError(409, 'ResourceNotEmpty', message, 'ResourceNotEmpty')
}

export function readOnlyKey(): StorageError {
  return new StorageError(403, 'Unauthorized', 'This API key can only read', 'AccessDenied')
}

export function refusedByPolicy(): StorageError {
  return new StorageError(403, 'Unauthorized', 'new row violates row-level security policy', 'AccessDenied')
}

export function invalidToken(problem: TokenProblem): StorageError {
  return new StorageError(403, 'Unauthorized', invalidTokenWords[problem], 'InvalidJWT')
}

const invalidTokenWords: Readonly<Record<TokenProblem, string>> = {
  expired: '"exp" claim timestamp check failed',
  invalid: 'signature verification failed',
  'unknown-key': 'This API key is unknown, revoked or past its last day',
}

/** A signed URL's token; unlike a session token's, its status is 400 in the body too. */
export function invalidUrlToken(problem: 'expired' | 'invalid'): StorageError {
  const message = problem === 'expired' ? '"exp" claim timestamp check failed' : 'signature verification failed'
  return new StorageError(400, 'InvalidJWT', message, 'InvalidJWT')
}

/** A genuine token for another path. */
export function wrongSignature(): StorageError {
  return new StorageError(400, 'InvalidSignature', 'The url does not match the signature', 'InvalidSignature')
}

/** A genuine token whose session has ended. */
export function sessionEnded(message: string): StorageError {
  return new StorageError(403, 'Unauthorized', message, 'InvalidJWT')
}

/** A session that has shown only the password of an account with a second factor. */
export function factorRequired(message: string): StorageError {
  return new StorageError(403, 'Unauthorized', message, 'insufficient_aal')
}

export function invalidKey(key: string): StorageError {
  return new StorageError(400, 'InvalidKey', `Invalid key: ${key}`, 'InvalidKey')
}

export function invalidFileSizeLimit(): StorageError {
  const message = 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'
  return new StorageError(400, 'InvalidRequest', message, 'InvalidRequest')
}

export function invalidRequest(message: string): StorageError {
  return new StorageError(400, 'invalid_request', message, 'InvalidRequest')
}

export function tooLarge(): StorageError {
  return new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size', 'EntityTooLarge')
}

/** The message comes from the database (35-storage-quota.sql). */
export function quotaExceeded(message: string): StorageError {
  return new StorageError(413, 'Payload too large', message, 'EntityTooLarge')
}

export function mimeTypeNotSupported(mimeType: string): StorageError {
  return new StorageError(415, 'invalid_mime_type', `mime type ${mimeType} is not supported`, 'InvalidMimeType')
}

/** An accepted type with invalid bytes; `message` says why. */
export function unusableImage(message: string, cause?: unknown): StorageError {
  return new StorageError(415, 'invalid_mime_type', message, 'InvalidMimeType', cause)
}

export function resumableError(status: number, message: string, code = 'TusError'): StorageError {
  return new StorageError(status, code, message, code)
}

/** The sender disconnected or stalled; a retry may work. */
export function uploadInterrupted(cause: unknown): StorageError {
  return new StorageError(408, 'Aborted', 'The upload broke off', 'Aborted', cause)
}

export function uploadLocked(): StorageError {
  return resumableError(423, 'Another request is writing to this upload', 'ResourceLocked')
}

export function noSuchUpload(): StorageError {
  return resumableError(404, 'Upload not found', 'NoSuchUpload')
}

export function rangeNotSatisfiable(): StorageError {
  return new StorageError(416, 'invalid_range', 'The requested range is not satisfiable', 'InvalidRange')
}

export function storageFull(cause: unknown): StorageError {
  return new StorageError(507, 'insufficient_storage', 'There is no room left to store the file', 'SlowDown', cause)
}

export function unavailable(cause: unknown): StorageError {
  return new StorageError(503, 'unavailable', 'Storage does not answer. Try again in a moment.', 'SlowDown', cause)
}

export function tooMuchInADay(waitMs: number): StorageError {
  const { seconds, words } = retryTime(waitMs)
  const message = `Too much has been uploaded from your account or network within a day. Try again ${words}.`
  return new StorageError(429, 'too_many_requests', message, 'SlowDown', undefined, seconds)
}

/** Limits rendering by network; cached images are always served. */
export function tooManyImages(): StorageError {
  const message = 'Too many images are being resized for your network. Try again in a moment.'
  return new StorageError(429, 'too_many_requests', message, 'SlowDown')
}

export function internalError(cause: unknown): StorageError {
  return new StorageError(500, 'internal', 'Internal server error', 'InternalError', cause)
}

/** A refusal of the storage service: the status goes into the body, as Supabase does it. The cause is only logged. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly status: number
  readonly error: string
  readonly code: string

  constructor(status: number, error: string, message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.error = error
    this.code = code
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

export function refusedByPolicy(): StorageError {
  return new StorageError(403, 'Unauthorized', 'new row violates row-level security policy', 'AccessDenied')
}

export function invalidToken(problem: 'expired' | 'invalid'): StorageError {
  const message = problem === 'expired' ? '"exp" claim timestamp check failed' : 'signature verification failed'
  return new StorageError(403, 'Unauthorized', message, 'InvalidJWT')
}

/** The token is genuine, but what it stands for has ended. */
export function sessionEnded(message: string): StorageError {
  return new StorageError(403, 'Unauthorized', message, 'InvalidJWT')
}

export function invalidKey(key: string): StorageError {
  return new StorageError(400, 'InvalidKey', `Invalid key: ${key}`, 'InvalidKey')
}

export function invalidRequest(message: string): StorageError {
  return new StorageError(400, 'invalid_request', message, 'InvalidRequest')
}

export function tooLarge(): StorageError {
  return new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size', 'EntityTooLarge')
}

export function mimeTypeNotSupported(mimeType: string): StorageError {
  return new StorageError(415, 'invalid_mime_type', `mime type ${mimeType} is not supported`, 'InvalidMimeType')
}

/** The type would be fine, but the bytes are not such an image; `message` says what is wrong with them. */
export function unusableImage(message: string, cause?: unknown): StorageError {
  return new StorageError(415, 'invalid_mime_type', message, 'InvalidMimeType', cause)
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

export function internalError(cause: unknown): StorageError {
  return new StorageError(500, 'internal', 'Internal server error', 'InternalError', cause)
}

/**
 * Whether an uncaught error only means that a web stream was closed twice. Node and its fetch throw it outside any promise
 * when a body is cancelled while its last bytes arrive (https://github.com/nodejs/node/issues/64529,
 * https://github.com/nodejs/undici/issues/5715). Nothing is lost, and a visitor must not be able to crash the server.
 */
export function isStreamAlreadyClosed(error: { readonly message: string; readonly code?: unknown }): boolean {
  return error.code === 'ERR_INVALID_STATE' && /(?:Controller|ReadableStream) is already closed/.test(error.message)
}

/**
 * Whether an uncaught error only says that a web stream was ended twice. Node and its fetch throw it outside any promise
 * when a body is cancelled while its last bytes arrive (https://github.com/nodejs/node/issues/64529,
 * https://github.com/nodejs/undici/issues/5715): nothing is lost, and a stranger must not end the server with it.
 */
export function isLateClose(error: { readonly message: string; readonly code?: unknown }): boolean {
  return error.code === 'ERR_INVALID_STATE' && /(?:Controller|ReadableStream) is already closed/.test(error.message)
}

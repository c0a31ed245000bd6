interface Watch {
  /** Stops reading; the call rejects with the signal's reason. */
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/** The request's whole body; null once it exceeds `maxBytes`. */
export async function readBody(
  request: Request,
  maxBytes: number,
  watch?: Watch,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  const reader = request.body?.getReader()
  const cancel = (): void => void reader?.cancel().catch(() => undefined)
  const chunks: Uint8Array[] = []
  let size = 0
  watch?.signal.addEventListener('abort', cancel)
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      size += read.value.byteLength
      if (size > maxBytes) {
        cancel()
        return null
      }
      chunks.push(read.value)
      watch?.onBytes(read.value.byteLength)
    }
  } finally {
    watch?.signal.removeEventListener('abort', cancel)
  }
  watch?.signal.throwIfAborted()
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

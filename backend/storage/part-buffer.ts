import { createBodyBuffer } from '#backend/http/read-body.ts'

/** Regroups chunks of any size into parts of one size, holding less than one part. */
export interface PartBuffer {
  /** Returns the parts completed by this chunk. */
  readonly add: (chunk: Uint8Array) => readonly Uint8Array[]
  readonly rest: () => Uint8Array
}

export function createPartBuffer(partBytes: number): PartBuffer {
  let held = createBodyBuffer(partBytes)
  let size = 0

  return {
    add: (chunk) => {
      const full: Uint8Array[] = []
      let left = chunk
      while (size + left.byteLength >= partBytes) {
        const missing = partBytes - size
        held.add(left.subarray(0, missing))
        full.push(held.content())
        left = left.subarray(missing)
        held = createBodyBuffer(partBytes)
        size = 0
      }
      held.add(left)
      size += left.byteLength
      return full
    },
    rest: () => held.content(),
  }
}

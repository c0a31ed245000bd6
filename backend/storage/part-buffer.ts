/** Regroups chunks of any size into parts of one size, holding less than one part plus the last chunk. */
export interface PartBuffer {
  /** Returns the parts completed by this chunk. */
  readonly add: (chunk: Uint8Array) => readonly Uint8Array[]
  readonly rest: () => Uint8Array
}

export function createPartBuffer(partBytes: number): PartBuffer {
  let held: Uint8Array[] = []
  let size = 0

  return {
    add: (chunk) => {
      const full: Uint8Array[] = []
      let left = chunk
      while (size + left.byteLength >= partBytes) {
        const missing = partBytes - size
        full.push(Buffer.concat([...held, left.subarray(0, missing)]))
        left = left.subarray(missing)
        held = []
        size = 0
      }
      if (left.byteLength > 0) held.push(left)
      size += left.byteLength
      return full
    },
    rest: () => Buffer.concat(held),
  }
}

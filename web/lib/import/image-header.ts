export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

export interface ImageHeader {
  readonly format: ImageFormat
  /** Null if the header doesn't state it where we look; decoding finds it. */
  readonly size: { readonly width: number; readonly height: number } | null
}

/** Bytes that `readImageHeader` needs. A JPEG's size may follow a long profile. */
export const headerBytes = 256 * 1024

/**
 * Detects a file's type and decoded size from its header, before anything decodes it: a small file can unpack to
 * gigabytes. Null if unsupported.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { format: 'png', size: bytes.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) } }
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { format: 'jpeg', size: jpegSize(view) }
  if (text(bytes, 0, 4) === 'GIF8') {
    const size = bytes.length < 10 ? null : { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    return { format: 'gif', size }
  }
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP')
    return { format: 'webp', size: webpSize(view, bytes) }
  if (text(bytes, 4, 4) === 'ftyp' && /^avi[fs]$/.test(text(bytes, 8, 4)))
    return { format: 'avif', size: avifSize(view, bytes) }
  return null
}

/** Walks the segments to the frame header; the others state their length. */
function jpegSize(view: DataView): ImageHeader['size'] {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

function webpSize(view: DataView, bytes: Uint8Array): ImageHeader['size'] {
  if (bytes.length < 30) return null
  switch (text(bytes, 12, 4)) {
    case 'VP8X':
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return null
  }
}

/** The largest `ispe` property: the picture's own, not a thumbnail's or a tile's. */
function avifSize(view: DataView, bytes: Uint8Array): ImageHeader['size'] {
  let largest: ImageHeader['size'] = null
  const end = Math.min(bytes.length - 16, 4096)
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] !== 0x69 || text(bytes, at, 4) !== 'ispe') continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

function uint24(view: DataView, at: number): number {
  return view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16)
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

function text(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}

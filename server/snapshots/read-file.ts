import { detectFormat } from '#backend/storage/safe-image.ts'

import { SnapshotProblem } from './parse-page.ts'

export interface SnapshotFile {
  readonly content: Uint8Array<ArrayBuffer>
  readonly mimeType: string
}

/** Detects an upload's type by its first bytes. Style sheets have no signature, so they are declared and cleaned. */
export async function readFile(
  upload: Uint8Array<ArrayBuffer>,
  declared: string,
  cleanCss: (css: string) => Promise<string>,
): Promise<SnapshotFile> {
  const image = detectFormat(upload)
  if (image !== null) return { content: upload, mimeType: `image/${image}` }
  const font = fonts.get(new TextDecoder('latin1').decode(upload.subarray(0, 4)))
  if (font !== undefined) return { content: upload, mimeType: font }
  if (declared === 'text/css') {
    const css = await cleanCss(new TextDecoder().decode(upload))
    // Stored files have at least one byte.
    return { content: new TextEncoder().encode(css === '' ? '\n' : css), mimeType: 'text/css' }
  }
  // Only image elements show SVGs, where they can't run or load anything.
  if (declared === 'image/svg+xml' && isSvg(upload)) return { content: upload, mimeType: declared }
  throw new SnapshotProblem('This file isn’t a picture, font or style sheet.')
}

const fonts: ReadonlyMap<string, string> = new Map([
  ['wOF2', 'font/woff2'],
  ['wOFF', 'font/woff'],
  ['OTTO', 'font/otf'],
  ['true', 'font/ttf'],
  ['\u0000\u0001\u0000\u0000', 'font/ttf'],
])

function isSvg(upload: Uint8Array): boolean {
  return /^\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(new TextDecoder().decode(upload.subarray(0, 200)))
}

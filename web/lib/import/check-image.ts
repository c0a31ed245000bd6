import { limits, pixelsMaxOf } from '#domain/limits.ts'
import { fail, succeed, type Result } from '#domain/result.ts'

import { headerBytes, readImageHeader, type ImageFormat } from './image-header.ts'

export type ImageProblem = 'not-an-image' | 'too-large' | 'too-many-pixels' | 'too-large-for-avif' | 'broken'

export interface CheckedImage {
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
}

/** Decodes the picture and returns its size; rejects if it can't. Injectable for tests. */
export type DecodeImage = (file: Blob) => Promise<{ readonly width: number; readonly height: number }>

/** Whether a file can become a step, cheapest check first; decodes only files that passed the others. */
export async function checkImage(file: Blob, decode: DecodeImage): Promise<Result<CheckedImage, ImageProblem>> {
  const header = readImageHeader(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()))
  if (header === null) return fail('not-an-image')
  if (file.size > limits.imageBytesMax) return fail('too-large')
  const { format } = header
  const problem = header.size === null ? null : pixelProblem(format, header.size)
  if (problem !== null) return fail(problem)
  try {
    const size = await decode(file)
    const found = pixelProblem(format, size)
    return found === null ? succeed({ format, ...size }) : fail(found)
  } catch {
    return fail('broken')
  }
}

/** A sentence that names the file, so that the right one can be replaced. */
export function imageProblemText(fileName: string, problem: ImageProblem): string {
  switch (problem) {
    case 'not-an-image':
      return `“${fileName}” is not a PNG, JPEG, WebP, GIF or AVIF image. It was left out.`
    case 'too-large':
      return `“${fileName}” is larger than ${limits.imageBytesMax / 1024 / 1024} MB. It was left out.`
    case 'too-many-pixels':
      return `“${fileName}” has more than ${limits.imagePixelsMax / 1_000_000} million pixels. It was left out.`
    case 'too-large-for-avif':
      return `“${fileName}” has more than ${limits.avifPixelsMax / 1_000_000} million pixels. Save it as PNG or WebP. It was left out.`
    case 'broken':
      return `“${fileName}” is broken: it can’t be opened as an image. It was left out.`
  }
}

/** A picture of size zero has no pixels. */
function pixelProblem(
  format: ImageFormat,
  { width, height }: { readonly width: number; readonly height: number },
): 'too-many-pixels' | 'too-large-for-avif' | null {
  if (width * height > limits.imagePixelsMax) return 'too-many-pixels'
  return width * height > pixelsMaxOf(format) ? 'too-large-for-avif' : null
}

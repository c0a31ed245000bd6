import { unzipSync, zipSync, type Unzipped } from 'fflate'
import { parseHTML } from 'linkedom'
import mammoth from 'mammoth'

import type { TextBlock } from './cut-passages.ts'
import { readBlocks } from './read-html.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

/** The text of a Word document, by heading. */
export async function readDocx(bytes: Uint8Array): Promise<readonly TextBlock[]> {
  const parts = unpack(bytes)
  if (parts['word/document.xml'] === undefined) throw new SourceProblem(notDocx)
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    // Pictures are not read.
    { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
  )
  return readBlocks(parseHTML(`<html><body>${html}</body></html>`).document.body)
}

/** Only the text parts, with their size checked before unpacking: a few kilobytes may unpack to gigabytes. */
function unpack(bytes: Uint8Array): Unzipped {
  let files = 0
  let size = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        files += 1
        if (!/\.(?:xml|rels)$/.test(name)) return false
        size += originalSize
        if (files > filesMax || size > sourceLimits.unpackedBytes) {
          throw new SourceProblem('This document is too large once unpacked. Save it without pictures, or split it.')
        }
        return true
      },
    })
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(notDocx, { cause: error })
  }
}

const filesMax = 5_000
const notDocx = 'This is not a Word document that can be read. Save it as .docx or PDF and upload it again.'

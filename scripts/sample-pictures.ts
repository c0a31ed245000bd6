import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { root } from './tasks.ts'

/** The steps of Tidelane that the landing page shows. */
const heroSteps = [1, 3, 6]
const allSteps = [1, 2, 3, 4, 5, 6, 7, 8]

/** Writes the pictures of the landing page and of empty pages from the recorded samples, each at its display size. */
export async function writePictures(): Promise<void> {
  const folder = join(root, 'sample', 'pictures')
  await mkdir(folder, { recursive: true })
  const write = async (sample: string, step: number, width: number, quality: number): Promise<void> => {
    const picture = sharp(join(root, 'sample', sample, `${step}.webp`)).resize(width)
    await writeFile(
      join(folder, `${sample}-${step}-${width}.avif`),
      await picture.avif({ quality, effort: 4 }).toBuffer(),
    )
  }
  // Inlined in the document, and shown until a sharper one has loaded.
  await write('tidelane', 1, 800, 34)
  for (const step of heroSteps) {
    await write('tidelane', step, 160, 50)
    await write('tidelane', step, 1440, 50)
    await write('tidelane', step, 2160, 45)
  }
  for (const step of allSteps) {
    await write('tour', step, 160, 50)
    await write('tidelane', step, 480, 50)
  }
}

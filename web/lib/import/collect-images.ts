import { limits } from '#domain/limits.ts'

import { decodeInBrowser } from './browser-images.ts'
import { checkImage, imageProblemText } from './check-image.ts'

export interface CollectedImages {
  readonly good: readonly File[]
  /** A sentence for each file that was left out. */
  readonly problems: readonly string[]
}

/** Sorts dropped, pasted or picked files: valid images in order, and reasons for the rest. */
export async function collectImages(
  files: readonly File[],
  onProgress: (done: number, total: number) => void,
): Promise<CollectedImages> {
  const good: File[] = []
  const problems: string[] = []
  const tooMany = files.length - limits.importImagesMax
  if (tooMany > 0) {
    const rest = tooMany === 1 ? 'The last one was left out' : `The last ${tooMany} were left out`
    problems.push(`A demo can have at most ${limits.importImagesMax} images. ${rest}.`)
  }
  const checked = files.slice(0, limits.importImagesMax)
  for (const [index, file] of checked.entries()) {
    onProgress(index, checked.length)
    const result = await checkImage(file, decodeInBrowser)
    if (result.ok) good.push(file)
    else problems.push(imageProblemText(file.name, result.problem))
  }
  return { good, problems }
}

/*
 * Only the page itself can read its blobs, and reading takes a moment: they are inlined after the page was read, and
 * long before most presses.
 */

const bytesMax = 500_000

/** The blob as a `data:` address, or its own address if it can't be read. */
export async function readBlob(url: string): Promise<string> {
  try {
    const blob = await (await fetch(url)).blob()
    if (blob.size > bytesMax) return url
    const reader = new FileReader()
    await new Promise((resolve, reject) => {
      reader.addEventListener('load', resolve)
      reader.addEventListener('error', reject)
      reader.readAsDataURL(blob)
    })
    return String(reader.result)
  } catch {
    return url
  }
}

/** Replaces the blobs in a style sheet as soon as they have been read. */
export function inlineBlobs(sheet: { text: string }): void {
  if (!sheet.text.includes('blob:')) return
  for (const url of new Set(sheet.text.match(/blob:[^\s"')]+/g))) {
    void readBlob(url).then((data) => (sheet.text = sheet.text.replaceAll(url, () => data)))
  }
}

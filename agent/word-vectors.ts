/* Meanings of common English words as vectors, read from the file that `npm run word-vectors` writes. */

/** A read-only table of word vectors: about 3 MB, shared by every index. */
export interface WordVectors {
  readonly dimensions: number
  /** Adds a word's vector, scaled by the word's weight; false if the word is unknown. */
  addTo(sum: Float32Array, word: string): boolean
}

let readFile: (() => Uint8Array) | null = null
let common: WordVectors | null = null

/** Sets the file's location, once per process; it is read on first use. */
export function provideWordVectors(read: () => Uint8Array): void {
  readFile = read
}

/** The vectors shared by all indexes; null if no file was provided. */
export function commonVectors(): WordVectors | null {
  if (common === null && readFile !== null) common = readWordVectors(readFile())
  return common
}

/** “WV1” and a line break. */
const magic = [0x57, 0x56, 0x31, 0x0a] as const
const headerBytes = 16

/**
 * The file: magic, then three little-endian 32-bit numbers (words, dimensions, bytes of text), the words in alphabetical
 * order with a line break after each, one weight byte a word, and one signed byte a dimension.
 */
function readWordVectors(file: Uint8Array): WordVectors {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < headerBytes || magic.some((byte, at) => file[at] !== byte)) throw new Error('No word vectors')
  const count = view.getUint32(4, true)
  const dimensions = view.getUint32(8, true)
  const textBytes = view.getUint32(12, true)
  const weightsAt = headerBytes + textBytes
  const vectorsAt = weightsAt + count
  if (file.length !== vectorsAt + count * dimensions) throw new Error('The word vectors are cut off')
  const text = file.subarray(headerBytes, weightsAt)
  const starts = findStarts(text, count)
  const vectors = new Int8Array(file.buffer, file.byteOffset + vectorsAt, count * dimensions)

  return {
    dimensions,
    addTo(sum, word) {
      const at = findWord(text, starts, word)
      if (at === null) return false
      const weight = (file[weightsAt + at] ?? 0) / (255 * 127)
      const from = at * dimensions
      for (let each = 0; each < dimensions; each += 1) {
        sum[each] = (sum[each] ?? 0) + weight * (vectors[from + each] ?? 0)
      }
      return true
    },
  }
}

const lineBreak = 0x0a

function findStarts(text: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  let found = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== lineBreak) continue
    found += 1
    starts[found] = at + 1
  }
  if (found !== count) throw new Error('The word vectors are cut off')
  return starts
}

/** Binary search in the text itself: a map of the words would take as much memory as the vectors. */
function findWord(text: Uint8Array, starts: Uint32Array, word: string): number | null {
  let low = 0
  let high = starts.length - 2
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareAt(text, starts[middle] ?? 0, word)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return null
}

/** Negative if the word in the text sorts before `word`. */
function compareAt(text: Uint8Array, start: number, word: string): number {
  for (let at = 0; at < word.length; at += 1) {
    const byte = text[start + at] ?? lineBreak
    const difference = byte - word.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return text[start + word.length] === lineBreak ? 0 : 1
}

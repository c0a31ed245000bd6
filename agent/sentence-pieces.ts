/* Splits a text into the sentence encoder's pieces: the most probable split of a unigram model. */

/** The pieces that the encoder knows; a piece's index is its id. */
export interface SentencePieces {
  readonly ids: ReadonlyMap<string, number>
  /** Log probabilities by id. */
  readonly scores: Float32Array
  /** The longest piece, in characters. */
  readonly longest: number
}

/** Pieces before this id are markers, not text. */
const firstPiece = 6
const unknown = 0

export function readPieces(pieces: readonly string[], scores: Float32Array): SentencePieces {
  const ids = new Map<string, number>()
  let longest = 0
  for (const [id, piece] of pieces.entries()) {
    if (id < firstPiece) continue
    ids.set(piece, id)
    longest = Math.max(longest, [...piece].length)
  }
  return { ids, scores, longest }
}

/** The ids of a text's pieces. */
export function splitToPieces({ ids, scores, longest }: SentencePieces, text: string): readonly number[] {
  if (text === '') return []
  const characters = [...`\u2581${text.normalize('NFKC').replaceAll(' ', '\u2581')}`]
  const best = new Float64Array(characters.length + 1).fill(-Infinity)
  const lastId = new Uint16Array(characters.length + 1)
  const lastLength = new Uint8Array(characters.length + 1)
  best[0] = 0
  for (let start = 0; start < characters.length; start += 1) {
    let piece = ''
    let isKnown = false
    for (let length = 1; length <= Math.min(longest, characters.length - start); length += 1) {
      piece += characters[start + length - 1] ?? ''
      const id = ids.get(piece)
      if (id === undefined) continue
      isKnown = true
      keepBetter(start, length, id, scores[id] ?? 0)
    }
    if (!isKnown) keepBetter(start, 1, unknown, 0)
  }
  const found: number[] = []
  for (let end = characters.length; end > 0; end -= lastLength[end] ?? 1) {
    const id = lastId[end] ?? unknown
    if (id !== unknown || found.at(-1) !== unknown) found.push(id)
  }
  return found.toReversed()

  function keepBetter(start: number, length: number, id: number, score: number): void {
    const total = (best[start] ?? 0) + score
    if (total < (best[start + length] ?? 0)) return
    best[start + length] = total
    lastId[start + length] = id
    lastLength[start + length] = length
  }
}

/* Learns word vectors whose weighted sum approximates a teacher's vector of the sentence. */

export interface Lesson {
  readonly words: readonly string[]
  /** Each word's weight in the average over a sentence. */
  readonly weights: readonly number[]
  /** The teacher's vectors of single words, where learning starts. */
  readonly wordVectors: Float32Array
  readonly sentences: readonly (readonly string[])[]
  readonly sentenceVectors: Float32Array
  readonly dimensions: number
}

/** Common words weigh less: smooth inverse frequency by Zipf's law. */
export function frequencyWeight(rank: number): number {
  return 1e-3 / (1e-3 + 0.07 / (rank + 3))
}

/** How strongly a rare word keeps its initial vector. */
const ridge = 0.7
const rounds = 40
/** Statistics are taken over the most common words. */
const commonWords = 20_000

/** Ridge regression by conjugate gradients, one column after the other. */
export function fitWordVectors(lesson: Lesson): Float32Array {
  const { words, dimensions } = lesson
  const start = center(toUnits(lesson.wordVectors, dimensions), dimensions, commonWords)
  const target = center(toUnits(lesson.sentenceVectors, dimensions), dimensions, lesson.sentences.length)
  const bags = toBags(lesson)
  const count = words.length
  const learned = new Float32Array(count * dimensions)
  const columns = Array.from({ length: dimensions }, (_, column) => ({
    start: columnOf(start, dimensions, column, count),
    target: columnOf(target, dimensions, column, bags.length),
  }))
  let along = 0
  let squares = 0
  for (const { start: from, target: to } of columns) {
    for (const [at, value] of sumBags(bags, from).entries()) {
      along += value * (to[at] ?? 0)
      squares += value * value
    }
  }
  const scale = along / squares
  for (const [column, { start: from, target: to }] of columns.entries()) {
    const scaled = from.map((value) => value * scale)
    const missing = sumBags(bags, scaled).map((value, at) => (to[at] ?? 0) - value)
    const change = solve(bags, count, missing)
    for (const [at, value] of change.entries()) learned[at * dimensions + column] = value + (scaled[at] ?? 0)
  }
  return learned
}

interface Bag {
  readonly words: Uint32Array
  readonly weights: Float64Array
}

function toBags({ words, weights, sentences }: Lesson): readonly Bag[] {
  const placeOf = new Map(words.map((word, at) => [word, at]))
  return sentences.map((sentence) => {
    const known = sentence.flatMap((word) => placeOf.get(word) ?? [])
    const length = Math.sqrt(Math.max(1, known.length))
    return {
      words: Uint32Array.from(known),
      weights: Float64Array.from(known, (word) => (weights[word] ?? 0) / length),
    }
  })
}

function sumBags(bags: readonly Bag[], values: Float64Array): Float64Array {
  return Float64Array.from(bags, ({ words, weights }) => {
    let sum = 0
    for (let at = 0; at < words.length; at += 1) sum += (weights[at] ?? 0) * (values[words[at] ?? 0] ?? 0)
    return sum
  })
}

function spread(bags: readonly Bag[], values: Float64Array, count: number): Float64Array {
  const spreadOut = new Float64Array(count)
  for (const [bag, { words, weights }] of bags.entries()) {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0
      spreadOut[word] = (spreadOut[word] ?? 0) + (weights[at] ?? 0) * (values[bag] ?? 0)
    }
  }
  return spreadOut
}

/** Solves (BᵀB + ridge) x = Bᵀ missing. */
function solve(bags: readonly Bag[], count: number, missing: Float64Array): Float64Array {
  const solution = new Float64Array(count)
  const rest = spread(bags, missing, count)
  const direction = rest.slice()
  let power = dot(rest, rest)
  const enough = power * 1e-6
  for (let round = 0; round < rounds && power > enough; round += 1) {
    const image = spread(bags, sumBags(bags, direction), count).map((value, at) => value + ridge * (direction[at] ?? 0))
    const step = power / dot(direction, image)
    for (let at = 0; at < count; at += 1) {
      solution[at] = (solution[at] ?? 0) + step * (direction[at] ?? 0)
      rest[at] = (rest[at] ?? 0) - step * (image[at] ?? 0)
    }
    const next = dot(rest, rest)
    for (let at = 0; at < count; at += 1) direction[at] = (rest[at] ?? 0) + (next / power) * (direction[at] ?? 0)
    power = next
  }
  return solution
}

/** Projects unit vectors onto their main directions, without the first, which all words share. */
export function reduceVectors(vectors: Float32Array, count: number, kept: number): Float32Array {
  const width = vectors.length / count
  const centered = center(vectors, width, commonWords)
  const axes = mainDirections(centered, width, kept + 1).slice(1)
  const reduced = new Float32Array(count * kept)
  for (let row = 0; row < count; row += 1) {
    for (const [at, axis] of axes.entries()) {
      let sum = 0
      for (let each = 0; each < width; each += 1) sum += (centered[row * width + each] ?? 0) * (axis[each] ?? 0)
      reduced[row * kept + at] = sum
    }
  }
  return toUnits(reduced, kept)
}

/** The eigenvectors of the covariance, by orthogonal iteration. */
function mainDirections(vectors: Float32Array, width: number, wanted: number): readonly Float64Array[] {
  const covariance = Array.from({ length: width }, () => new Float64Array(width))
  for (let row = 0; row < commonWords; row += 1) {
    for (let a = 0; a < width; a += 1) {
      const value = vectors[row * width + a] ?? 0
      const line = covariance[a]
      if (line === undefined) continue
      for (let b = 0; b < width; b += 1) line[b] = (line[b] ?? 0) + value * (vectors[row * width + b] ?? 0)
    }
  }
  let axes: readonly Float64Array[] = Array.from({ length: wanted }, (_, at) => Float64Array.from(covariance[at] ?? []))
  for (let round = 0; round < 60; round += 1) {
    axes = orthogonal(axes.map((axis) => Float64Array.from(covariance, (line) => dot(line, axis))))
  }
  return axes
}

function orthogonal(axes: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const axis of axes) {
    for (const other of done) {
      const shared = dot(axis, other)
      for (let at = 0; at < axis.length; at += 1) axis[at] = (axis[at] ?? 0) - shared * (other[at] ?? 0)
    }
    const length = Math.sqrt(dot(axis, axis)) || 1
    done.push(axis.map((value) => value / length))
  }
  return done
}

function columnOf(vectors: Float32Array, width: number, column: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, row) => vectors[row * width + column] ?? 0)
}

function center(vectors: Float32Array, width: number, over: number): Float32Array {
  const mean = new Float64Array(width)
  const rows = Math.min(over, vectors.length / width)
  for (let at = 0; at < rows * width; at += 1) mean[at % width] = (mean[at % width] ?? 0) + (vectors[at] ?? 0) / rows
  return vectors.map((value, at) => value - (mean[at % width] ?? 0))
}

function toUnits(vectors: Float32Array, width: number): Float32Array {
  const units = vectors.slice()
  for (let from = 0; from < units.length; from += width) {
    const row = units.subarray(from, from + width)
    const length = Math.hypot(...row) || 1
    for (let at = 0; at < width; at += 1) row[at] = (row[at] ?? 0) / length
  }
  return units
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

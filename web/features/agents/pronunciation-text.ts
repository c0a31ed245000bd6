import { speechStyleLimits, type Pronunciation } from '#domain/speech-providers.ts'

export function toPronunciationText(pronunciations: readonly Pronunciation[]): string {
  return pronunciations.map(({ word, say }) => `${word} = ${say}`).join('\n')
}

/** Parses lines like “Tidelane = tide lane”; a string is the message about an invalid line. */
export function toPronunciations(text: string): readonly Pronunciation[] | string {
  const entries = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [word = '', ...rest] = line.split('=')
      return { word: word.trim(), say: rest.join('=').trim() }
    })
  const { characters, pronunciations } = speechStyleLimits
  if (entries.length > pronunciations) return `Use at most ${pronunciations} lines.`
  const wrong = entries.find(({ word, say }) => word === '' || say === '')
  if (wrong !== undefined) return 'Write each line like “Tidelane = tide lane”.'
  const long = entries.find(({ word, say }) => Math.max(word.length, say.length) > characters)
  return long === undefined ? entries : `Keep words under ${characters} characters.`
}

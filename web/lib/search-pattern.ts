/** Variants of a letter: people omit accents when typing. */
const looks: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăą',
  c: 'çćĉċč',
  d: 'ďđð',
  e: 'èéêëēĕėęě',
  g: 'ĝğġģ',
  h: 'ĥħ',
  i: 'ìíîïĩīĭįı',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺļľŀł',
  n: 'ñńņňŋ',
  o: 'òóôõöøōŏő',
  r: 'ŕŗř',
  s: 'śŝşšș',
  t: 'ţťŧț',
  u: 'ùúûüũūŭůűų',
  w: 'ŵ',
  y: 'ýÿŷ',
  z: 'źżž',
  "'": '’‘ʼ`',
}
const plainOf = new Map(Object.entries(looks).flatMap(([plain, all]) => [...all].map((look) => [look, plain] as const)))

/** Longer ones make URLs that servers refuse. */
const patternMax = 40

/**
 * A PostgreSQL regular expression for `text` anywhere, ignoring accents; null if too long, which falls back to a
 * literal search.
 */
export function searchPattern(text: string): string | null {
  const letters = [...text.normalize('NFC').toLowerCase()].map((letter) => plainOf.get(letter) ?? letter)
  if (letters.length > patternMax) return null
  return letters
    .join('')
    .replaceAll('ß', 'ss')
    .split('ss')
    .map((part) => [...part].map(anyLook).join(''))
    .join(`(${anyLook('s')}${anyLook('s')}|ß)`)
}

function anyLook(letter: string): string {
  const others = looks[letter]
  if (others !== undefined) return `[${letter}${others}]`
  return letter.replace(/[\\^$.*+?()[\]{}|-]/, String.raw`\$&`)
}

/** A condition inside a PostgREST `or`: the text occurs anywhere, ignoring case and accents. */
export function searchCondition(text: string): string {
  const pattern = searchPattern(text)
  if (pattern !== null) return `imatch.${quoted(pattern)}`
  return `ilike.${quoted(`%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`)}`
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`
}

/** What a letter may look like in a name: accents are left out by whoever types in a hurry, and by other keyboards. */
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

/** A longer one makes an address that servers refuse. */
const patternMost = 40

/**
 * A regular expression of PostgreSQL for `text` anywhere, with or without its accents; null for one that is too long,
 * which is then looked for as it is.
 */
export function searchPattern(text: string): string | null {
  const letters = [...text.normalize('NFC').toLowerCase()].map((letter) => plainOf.get(letter) ?? letter)
  if (letters.length > patternMost) return null
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

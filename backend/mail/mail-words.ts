/**
 * Somebody's words for a mail that carries our name: one line, no more than `lengthMax` characters, nothing that mail
 * programs make a link of, and no characters that hide or turn what is read.
 */
export function mailWords(text: string, lengthMax = 60): string {
  const plain = text
    // The time of what follows grows with the square of the length.
    .slice(0, lengthMax * 10)
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/*(?=\S)/gi, '')
    .replace(/[@\\/]+/g, ' ')
    // Also the dots that domain names take for one.
    .replace(/[.\u3002\uff0e\uff61\u2024\u00b7]+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const letters = [...plain]
  return letters.length > lengthMax
    ? `${letters
        .slice(0, lengthMax - 1)
        .join('')
        .trim()}…`
    : plain
}

/** Where somebody meets: words, and the one https address among them, which is shown as what it is. */
export function mailPlace(place: string): { readonly words: string; readonly link: string } {
  const candidate = /https:\/\/[^\s<>"'`]+/i.exec(place)?.[0] ?? ''
  const url = candidate.length <= linkLengthMax && URL.canParse(candidate) ? new URL(candidate) : null
  const isLink = url !== null && url.username === '' && url.password === ''
  const words = mailWords(place.replace(candidate, ' '), 120)
  return { words: words === '' ? 'Online' : words, link: isLink ? url.href : '' }
}

const linkLengthMax = 500

/**
 * Sanitizes user text for a mail in our name: one line of at most `lengthMax` characters, without anything mail
 * programs turn into links and without invisible or bidirectional characters.
 */
export function sanitizeMailText(text: string, lengthMax = 60): string {
  const plain = text
    // The replacements below are quadratic in the length.
    .slice(0, lengthMax * 10)
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/*(?=\S)/gi, '')
    .replace(/[@\\/]+/g, ' ')
    // Including the dots that domain names treat as one.
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

/** A meeting place: text, and its one https link, if any. */
export function parseMeetingPlace(place: string): { readonly words: string; readonly link: string } {
  const candidate = /https:\/\/[^\s<>"'`]+/i.exec(place)?.[0] ?? ''
  const url = candidate.length <= linkLengthMax && URL.canParse(candidate) ? new URL(candidate) : null
  const isLink = url !== null && url.username === '' && url.password === ''
  const words = sanitizeMailText(place.replace(candidate, ' '), 120)
  return { words: words === '' ? 'Online' : words, link: isLink ? url.href : '' }
}

const linkLengthMax = 500

/**
 * Unicode normalization in linear time. Sorting a run of combining marks takes quadratic time: 10 s for 100,000. Runs
 * are cut to the limit of Unicode's Stream-Safe Text Format; real words use only a few marks.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  return (hasTooManyMarks(text) ? text.replaceAll(longRun, '$1') : text).normalize(form)
}

/** Whether the text has a run of combining marks that is too long to normalize in reasonable time. */
export function hasTooManyMarks(text: string): boolean {
  return tooManyMarks.test(text)
}

// Only from the start of a run; otherwise each of its marks would be tried.
const tooManyMarks = /(?<!\p{M})\p{M}{31}/u
const longRun = /((?<!\p{M})\p{M}{30})\p{M}+/gu

/**
 * Unicode normalization in linear time: sorting a run of combining marks takes quadratic time, 10 s for 100,000. Of each
 * run, keeps as many as Unicode's Stream-Safe Text Format; languages need at most a few.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  return text.replace(longRun, '$1').normalize(form)
}

/** Whether the text has a run of combining marks that is too long to normalize in reasonable time. */
export function hasTooManyMarks(text: string): boolean {
  return text.search(longRun) !== -1
}

const longRun = /(\p{M}{30})\p{M}+/gu

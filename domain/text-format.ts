/* A card text's formatting: a base style, and runs with another style or a link. */

/** The formatting bar's choices (spec §2). */
export const cardFonts = ['Inter', 'Arial', 'Helvetica', 'Times New Roman', 'Georgia'] as const
export const cardSizesPx = [12, 14, 16, 18, 24] as const

export interface TextLook {
  readonly font: (typeof cardFonts)[number]
  readonly sizePx: (typeof cardSizesPx)[number]
  /** `#rrggbb`; null inherits the card's text colour. */
  readonly color: string | null
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
}

/** From `start` to before `end`, in UTF-16 units of the text: differences from the base style. */
export interface TextRun extends Partial<TextLook> {
  readonly start: number
  readonly end: number
  /** http or https. */
  readonly link?: string
}

export interface TextFormat extends TextLook {
  /** In text order without overlaps; missing when the whole text has one style. */
  readonly runs?: readonly TextRun[]
}

export const runsMax = 200
/** Limit of a card's format as JSON; the database allows half as much again for the spaces it adds. */
export const formatLengthMax = 16_000

/** A piece of text with one style. */
export interface TextSegment {
  readonly start: number
  readonly text: string
  /** Differences from the base style; undefined without any. */
  readonly run: TextRun | undefined
}

/** Splits the text between `from` and `to` by style; runs that extend beyond are cut. */
export function textSegments(
  text: string,
  runs: readonly TextRun[] = [],
  from = 0,
  to = text.length,
): readonly TextSegment[] {
  const segments: TextSegment[] = []
  let start = from
  const add = (wanted: number, run?: TextRun) => {
    const end = Math.min(wanted, to)
    if (end <= start) return
    segments.push({ start, text: text.slice(start, end), run })
    start = end
  }
  for (const run of runs) {
    add(run.start)
    add(run.end, run)
  }
  add(to)
  return segments
}

/** What is wrong with a link's URL, as a sentence; null when valid or empty. */
export function linkProblem(text: string): string | null {
  const wanted = text.trim()
  const isAddress = /^https?:\/\/[^\s/?#@]+\S*$/.test(wanted) && wanted.length <= 2000
  return wanted === '' || isAddress ? null : 'Enter an address that starts with https://.'
}

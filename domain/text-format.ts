/* How the texts of a card look: one look for the whole text, and runs of it that look different or are links. */

/** The formatting bar's choices (spec §2). */
export const cardFonts = ['Inter', 'Arial', 'Helvetica', 'Times New Roman', 'Georgia'] as const
export const cardSizesPx = [12, 14, 16, 18, 24] as const

export interface TextLook {
  readonly font: (typeof cardFonts)[number]
  readonly sizePx: (typeof cardSizesPx)[number]
  /** `#rrggbb`; null is the card's own text colour. */
  readonly color: string | null
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
}

/** From `start` up to `end`, in UTF-16 units of the text: what differs there from the look of the whole. */
export interface TextRun extends Partial<TextLook> {
  readonly start: number
  readonly end: number
  /** http or https. */
  readonly link?: string
}

export interface TextFormat extends TextLook {
  /** In the order of the text, without overlaps; missing when the whole text looks alike. */
  readonly runs?: readonly TextRun[]
}

export const runsMax = 200
/** Of a card's whole format as JSON; the database takes half as much again for the spaces it adds. */
export const formatLengthMax = 16_000

/** A piece of a text that looks alike. */
export interface TextSegment {
  readonly start: number
  readonly text: string
  /** What differs from the look of the whole; undefined where nothing does. */
  readonly run: TextRun | undefined
}

/** The text from `from` up to `to` in pieces that look alike; runs that reach beyond it are cut. */
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

/** What is wrong with an address for a link, as a sentence; null when it may be used. An empty one is none. */
export function linkProblem(text: string): string | null {
  const wanted = text.trim()
  const isAddress = /^https?:\/\/[^\s/?#@]+\S*$/.test(wanted) && wanted.length <= 2000
  return wanted === '' || isAddress ? null : 'Enter an address that starts with https://.'
}

import { textSegments, type TextFormat, type TextLook, type TextRun } from '#domain/text-format.ts'

/* Applies edits and formats to a text's runs. */

export interface FormattedText {
  readonly text: string
  readonly format: TextFormat
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A null link removes links. */
export type LookChange = Partial<TextLook> & { readonly link?: string | null }

/** A run's properties without its position. */
type Look = Partial<TextLook> & { readonly link?: string }

interface Cell extends TextRange {
  readonly look: Look
}

/** Replaces a range with `inserted`, formatted like what it replaces, else like the text before. */
export function spliceText({ text, format }: FormattedText, range: TextRange, inserted: string): FormattedText {
  const { start, end } = range
  const cells = cellsOf(text, format.runs)
  const model = end > start ? cellAt(cells, start) : cellAt(cells, start - 1)
  const { link, ...look } = model?.look ?? {}
  // Text typed after a link is not part of it.
  const isInLink = link !== undefined && (end > start || cellAt(cells, start)?.look.link === link)
  const grown = inserted.length - (end - start)
  return {
    text: text.slice(0, start) + inserted + text.slice(end),
    format: withCells(format, [
      ...cut(cells, 0, start),
      { start, end: start + inserted.length, look: isInLink ? { ...look, link } : look },
      ...cut(cells, end, text.length).map((cell) => ({ ...cell, start: cell.start + grown, end: cell.end + grown })),
    ]),
  }
}

/** Formats a range; an empty one, or all of the text, changes the base style. */
export function formatText({ text, format }: FormattedText, range: TextRange, change: LookChange): TextFormat {
  const isWhole = range.start === range.end || (range.start <= 0 && range.end >= text.length)
  const { start, end } = isWhole ? { start: 0, end: text.length } : range
  const { link, ...look } = change
  const cells = cellsOf(text, format.runs)
  const changed = cut(cells, start, end).map((cell) => {
    const { link: oldLink, ...old } = cell.look
    const kept = link === undefined ? oldLink : (link ?? undefined)
    return { ...cell, look: { ...old, ...look, ...(kept !== undefined && { link: kept }) } }
  })
  const base = isWhole ? { ...format, ...look } : format
  return withCells(base, [...cut(cells, 0, start), ...changed, ...cut(cells, end, text.length)])
}

/** The properties shared by a whole range, or by the whole text if the range is empty. */
export function lookOf({ text, format }: FormattedText, range: TextRange): Look {
  const { runs, ...base } = format
  const { start, end } = range.start === range.end ? { start: 0, end: text.length } : range
  const [first = base, ...others] = cut(cellsOf(text, runs), start, end).map(({ look }) => ({ ...base, ...look }))
  const all: Readonly<Record<string, unknown>>[] = others
  return Object.fromEntries(Object.entries(first).filter(([key, value]) => all.every((look) => look[key] === value)))
}

/** The link around a position, with its whole range. */
export function linkAround(
  { format }: FormattedText,
  { start, end }: TextRange,
): (TextRange & { link: string }) | null {
  const runs = (format.runs ?? []).filter((run) => run.link !== undefined)
  const at = runs.findIndex((run) => run.start <= start && run.end >= end)
  const link = runs[at]?.link
  if (link === undefined) return null
  let [first, last] = [at, at]
  while (runs[first - 1]?.link === link && runs[first - 1]?.end === runs[first]?.start) first -= 1
  while (runs[last + 1]?.link === link && runs[last + 1]?.start === runs[last]?.end) last += 1
  return { start: runs[first]?.start ?? start, end: runs[last]?.end ?? end, link }
}

/** Splits the whole text into runs without gaps. */
function cellsOf(text: string, runs: readonly TextRun[] = []): readonly Cell[] {
  return textSegments(text, runs).map((segment) => {
    const { start: _, end: __, ...look } = segment.run ?? { start: 0, end: 0 }
    return { start: segment.start, end: segment.start + segment.text.length, look }
  })
}

function cellAt(cells: readonly Cell[], place: number): Cell | undefined {
  return cells.find((cell) => cell.start <= place && place < cell.end)
}

function cut(cells: readonly Cell[], from: number, to: number): readonly Cell[] {
  return cells
    .filter((cell) => cell.start < to && cell.end > from)
    .map((cell) => ({ ...cell, start: Math.max(cell.start, from), end: Math.min(cell.end, to) }))
}

const lookKeys = ['font', 'sizePx', 'color', 'isBold', 'isItalic', 'isUnderlined'] as const

/** Normalises runs, so that equal formats have equal JSON. */
function withCells(format: TextFormat, cells: readonly Cell[]): TextFormat {
  const { runs: _, ...given } = format
  // Underline of a parent can't be removed from a child, so it is applied to the other parts.
  const isLineParted = given.isUnderlined && cells.some(({ look }) => look.isUnderlined === false)
  const base = isLineParted ? { ...given, isUnderlined: false } : given
  const runs: TextRun[] = []
  for (const { start, end, look } of cells) {
    if (end <= start) continue
    const wanted = isLineParted ? { isUnderlined: true, ...look } : look
    const own: Record<string, unknown> = {}
    for (const key of lookKeys) {
      if (wanted[key] !== undefined && wanted[key] !== base[key]) own[key] = wanted[key]
    }
    if (wanted.link !== undefined) own['link'] = wanted.link
    if (Object.keys(own).length === 0) continue
    const last = runs.at(-1)
    if (
      last?.end === start &&
      JSON.stringify({ ...last, start: 0, end: 0 }) === JSON.stringify({ start: 0, end: 0, ...own })
    )
      runs[runs.length - 1] = { ...last, end }
    else runs.push({ start, end, ...own })
  }
  return runs.length === 0 ? base : { ...base, runs }
}

import {
  cardGates,
  cardTypes,
  defaultFormat,
  requiredFields,
  type Card,
  type CardField,
  type CardPart,
} from '#domain/card.ts'
import { isObject } from '#domain/is-object.ts'
import {
  cardFonts,
  cardSizesPx,
  linkProblem,
  runsMax,
  type TextFormat,
  type TextLook,
  type TextRun,
} from '#domain/text-format.ts'

/** A row of `step_cards` from get_demo_cards. Other tools may have written `format` and `fields`. */
export interface StepCardRow {
  readonly id: string
  readonly demo_id: string
  readonly step_id: string
  readonly type: string
  readonly position: number
  readonly x_percent: number
  readonly y_percent: number
  readonly width_percent: number
  readonly height_percent: number
  readonly title: string
  readonly description: string
  readonly format: unknown
  readonly fields: unknown
  readonly button_label: string
  readonly consent_text: string | null
  readonly media_url: string | null
  readonly link_url: string | null
  readonly target_step_id: string | null
  readonly gate: string
  readonly version?: number
  readonly updated_by?: string | null
}

/** Null for a type of a newer version: an editor that showed it as another type would save it as that type. */
export function toCard(row: StepCardRow): Card | null {
  const type = cardTypes.find((known) => known === row.type)
  if (type === undefined) return null
  return {
    id: row.id,
    stepId: row.step_id,
    type,
    position: row.position,
    xPercent: row.x_percent,
    yPercent: row.y_percent,
    widthPercent: row.width_percent,
    heightPercent: row.height_percent,
    title: row.title,
    description: row.description,
    format: { title: readFormat(row, 'title'), description: readFormat(row, 'description') },
    fields: type === 'lead' ? readFields(row.fields) : [],
    buttonLabel: row.button_label,
    consentText: row.consent_text,
    mediaUrl: row.media_url,
    linkUrl: row.link_url,
    targetStepId: row.target_step_id,
    gate: type === 'lead' ? (cardGates.find((known) => known === row.gate) ?? 'none') : 'none',
  }
}

/** The writable columns of a card; the database finds its demo and workspace by the step. */
export function toCardRow(card: Card): Omit<StepCardRow, 'demo_id'> {
  return {
    id: card.id,
    step_id: card.stepId,
    type: card.type,
    position: card.position,
    x_percent: card.xPercent,
    y_percent: card.yPercent,
    width_percent: card.widthPercent,
    height_percent: card.heightPercent,
    title: card.title,
    description: card.description,
    format: card.format,
    fields: card.fields,
    button_label: card.buttonLabel,
    consent_text: card.consentText,
    media_url: card.mediaUrl,
    link_url: card.linkUrl,
    target_step_id: card.targetStepId,
    gate: card.gate,
  }
}

function readFormat(row: StepCardRow, part: CardPart): TextFormat {
  const wanted = record(record(row.format)[part])
  const runs = readRuns(wanted['runs'], row[part].length)
  return { ...defaultFormat[part], ...readLook(wanted), ...(runs.length > 0 && { runs }) }
}

/** The known properties of a style. */
function readLook(wanted: Readonly<Record<string, unknown>>): Partial<TextLook> {
  const font = cardFonts.find((known) => known === wanted['font'])
  const sizePx = cardSizesPx.find((known) => known === wanted['sizePx'])
  const { color, isBold, isItalic, isUnderlined } = wanted
  return {
    ...(font !== undefined && { font }),
    ...(sizePx !== undefined && { sizePx }),
    ...((color === null || (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color))) && { color }),
    ...(typeof isBold === 'boolean' && { isBold }),
    ...(typeof isItalic === 'boolean' && { isItalic }),
    ...(typeof isUnderlined === 'boolean' && { isUnderlined }),
  }
}

/** Runs of a text of this length, in order; drops overlaps, runs beyond the end, and non-web links. */
function readRuns(runs: unknown, length: number): readonly TextRun[] {
  const known: TextRun[] = []
  let from = 0
  for (const each of Array.isArray(runs) ? runs.slice(0, runsMax) : []) {
    const wanted = record(each)
    const { start, end, link } = wanted
    if (typeof start !== 'number' || typeof end !== 'number') continue
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < from || end <= start || end > length) continue
    const isLink = typeof link === 'string' && link !== '' && linkProblem(link) === null
    const run = { ...readLook(wanted), ...(isLink && { link }) }
    if (Object.keys(run).length === 0) continue
    known.push({ start, end, ...run })
    from = end
  }
  return known
}

const fieldTypes = ['email', 'text', 'tel', 'textarea'] as const

/** Every lead form asks for an address and a name, whatever the row says (spec §3). */
function readFields(fields: unknown): readonly CardField[] {
  const known: CardField[] = []
  for (const each of Array.isArray(fields) ? fields : []) {
    const { id, label, type, isRequired } = record(each)
    if (typeof id !== 'string' || typeof label !== 'string' || known.some((other) => other.id === id)) continue
    const own = requiredFields.find((field) => field.id === id)
    known.push({
      id,
      label,
      type: own?.type ?? fieldTypes.find((candidate) => candidate === type) ?? 'text',
      isRequired: own !== undefined || isRequired === true,
    })
  }
  const missing = requiredFields.filter(({ id }) => !known.some((field) => field.id === id))
  return [...missing, ...known].slice(0, fieldsMax)
}

const fieldsMax = 12

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

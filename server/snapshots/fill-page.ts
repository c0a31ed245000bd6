import { wordMarkFontSize } from '#domain/edited-page-look.ts'
import { fillVariables, replaceVariables, type VariableValues } from '#domain/variables.ts'

/*
 * Variables in an edited page. They are stored between two characters that no captured page has, so that only texts of
 * the author's are filled in.
 */

const begin = '\u{F0000}'
const end = '\u{F0001}'
const sizeBegin = '\u{F0002}'
const sizeEnd = '\u{F0003}'
const marks = /[\u{F0000}-\u{F0003}]/gu
const variable = new RegExp(`${begin}(\\d)([a-z][a-z0-9_-]{0,39})(?:\\|([^${end}]{0,2000}))?${end}`, 'gu')
const size = new RegExp(
  `${sizeBegin}(\\d{1,5}(?:\\.\\d+)?) (\\d{1,5}(?:\\.\\d+)?)\\|([^${sizeEnd}]{0,4000})${sizeEnd}`,
  'gu',
)

/** Removes the characters from an untrusted page or text. */
export function withoutMarks(text: string): string {
  return text.replaceAll(marks, '')
}

/** A text whose variables `fillPage` fills in. `framesDeep` is its nesting depth in frames. */
export function markVariables(text: string, framesDeep: number): string {
  return replaceVariables(withoutMarks(text), (name, fallback) => {
    return `${begin}${framesDeep}${name}${fallback === undefined ? '' : `|${fallback}`}${end}`
  })
}

/** A font size that `fillPage` adapts to the filled-in text. */
export function markFontSize(
  text: string,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  return `${sizeBegin}${width.toFixed(2)} ${height.toFixed(2)}|${withoutMarks(text)}${sizeEnd}`
}

/** The page as served. Values are always inserted as text. */
export function fillPage(html: string, values: VariableValues, fallbacks: VariableValues): string {
  if (!html.includes(begin)) return html
  return html
    .replaceAll(size, (_, width: string, height: string, text: string) => {
      const box = { width: Number(width), height: Number(height) }
      return String(wordMarkFontSize(fillVariables(text, values, fallbacks), box))
    })
    .replaceAll(variable, (_, framesDeep: string, name: string, fallback: string | undefined) => {
      const value = own(values, name) ?? (fallback === undefined ? own(fallbacks, name) : undefined)
      // Fallbacks are already part of the markup.
      return value === undefined ? (fallback ?? '') : escapeOften(withoutMarks(value), Number(framesDeep) + 1)
    })
}

/** A frame's markup is an attribute value, so it is escaped once more. */
function escapeOften(text: string, times: number): string {
  let escaped = text
  for (let time = 0; time < times; time += 1) {
    escaped = escaped.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  }
  return escaped
}

function own(values: VariableValues, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

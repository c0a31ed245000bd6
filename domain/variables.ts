import { isVariableName, variablesMax, type DemoLook } from './demo-look.ts'

/* Variables in a demo's texts and links: `{{company|there}}` is the visitor's company, or "there". */

/** Values by name, in lower case. */
export type VariableValues = Readonly<Record<string, string>>

export const variableValueMax = 200

/** Matches `{{name}}` and `{{name|fallback}}`; the fallback contains no braces. */
const placeholder = /\{\{\s*([a-z][a-z0-9_-]{0,39})\s*(?:\|([^{}]{0,200}))?\}\}/giu

/**
 * The text with its variables filled in. Values are inserted as text and never parsed for variables again. A fallback
 * in the text comes before the demo's `fallbacks`.
 */
export function fillVariables(text: string, values: VariableValues, fallbacks: VariableValues = {}): string {
  return replacePlaceholders(text, [values, fallbacks], (value) => value)
}

/** The same for a link: values are encoded, so that they can't change its destination. */
export function fillLinkVariables(url: string, values: VariableValues, fallbacks: VariableValues = {}): string {
  return replacePlaceholders(url, [values, fallbacks], encodeURIComponent)
}

/** The demo's own fallbacks, by variable. */
export function variableFallbacks({ variables }: Pick<DemoLook, 'variables'>): VariableValues {
  return Object.fromEntries(variables.map(({ name, fallback }) => [name.toLowerCase(), fallback]))
}

/** Fills in texts as a visitor without values of their own reads them. */
export function fallbackFiller(look: Pick<DemoLook, 'variables'>): (text: string) => string {
  const fallbacks = variableFallbacks(look)
  return (text) => fillVariables(text, {}, fallbacks)
}

/** The names used in a text, in lower case, each once. */
export function variableNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.toLowerCase()))]
}

/** Where a text's variables are, in its order. */
export function variableSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!text.includes('{{')) return []
  return [...text.matchAll(placeholder)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
}

/** The names used somewhere without their own fallback, in lower case, each once. */
export function bareVariableNames(text: string): readonly string[] {
  const bare = [...text.matchAll(placeholder)].filter(([, , fallback = '']) => fallback.trim() === '')
  return [...new Set(bare.map(([, name = '']) => name.toLowerCase()))]
}

/**
 * Validates values from outside (an address, a personal link, the host page): strings without control characters, at
 * most 20, each at most 200 characters.
 */
export function readVariableValues(entries: Iterable<readonly [string, unknown]>): VariableValues {
  const values: Record<string, string> = {}
  for (const [name, value] of entries) {
    if (Object.keys(values).length >= variablesMax) break
    if (typeof value !== 'string' || !isVariableName(name)) continue
    const tidy = [
      ...value
        .slice(0, 4 * variableValueMax)
        .replaceAll(/\p{Cc}|\p{Cf}|\p{Cs}/gu, ' ')
        .trim(),
    ]
      .slice(0, variableValueMax)
      .join('')
    if (tidy !== '') values[name.toLowerCase()] = tidy
  }
  return values
}

function replacePlaceholders(
  text: string,
  [values, fallbacks]: readonly [VariableValues, VariableValues],
  encode: (value: string) => string,
): string {
  return replaceVariables(text, (name, fallback) => {
    return encode(own(values, name) ?? fallback ?? own(fallbacks, name) ?? '')
  })
}

/** Replaces each variable; names are in lower case. */
export function replaceVariables(text: string, use: (name: string, fallback: string | undefined) => string): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(placeholder, (_, name: string, fallback: string | undefined) =>
    use(name.toLowerCase(), fallback),
  )
}

function own(values: VariableValues, key: string): string | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

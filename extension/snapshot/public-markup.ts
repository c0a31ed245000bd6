import { hasSecret, hideSecrets } from '#domain/secret-text.ts'
import { dataValueMax, isSnapshotAttribute } from '#domain/snapshot-markup.ts'

/* Decides which attributes and texts of a page are kept. Nothing that looks like a secret is. */

/** The value to keep for an attribute; null to drop it. `rename`: for ids, class names and `data-*` values. */
export function keepAttribute(
  element: Element,
  { name, value }: Pick<Attr, 'name' | 'value'>,
  isSvg: boolean,
  rename: (name: string) => string,
): string | null {
  const tag = element.localName
  if (name === 'style' || name === 'src' || name === 'checked' || name === 'selected' || name === 'popover') return null
  if (tag === 'a' && name === 'href') return '#'
  // On other elements, it only names form data.
  if (name === 'name' && tag !== 'slot') return null
  if (!isSnapshotAttribute(name, isSvg ? 'svg' : 'html')) return null
  if (
    name === 'value' &&
    !isSvg &&
    tag === 'input' &&
    !/^(?:button|submit|reset|range|color)$/.test((element as HTMLInputElement).type)
  ) {
    return null
  }
  if (name.startsWith('data-')) return value.length > dataValueMax ? null : publicData(value, rename)
  if (name === 'class' || name === 'id') return value.replaceAll(/\S+/g, rename)
  if (!isSvg || !(isGeometry(name, value) || isReference.test(value))) return withoutSecrets(value)
  return value.replace(/(?<=#)[^\s()"']+/, rename)
}

/** The value with its secrets renamed as in style sheets, which may select by it; null if it holds other secrets. */
function publicData(value: string, rename: (name: string) => string): string | null {
  const renamed = rename(value)
  return hasSecret(renamed) ? null : renamed
}

/** A reference to an element by its id, which is kept. */
const isReference = /^url\(["']?#[^\s()]*\)$/

/** Icon paths are long rows of numbers, which look like account numbers. */
function isGeometry(name: string, value: string): boolean {
  if (name === 'd') return /^[\d\s.,+\-eEmMlLhHvVcCsSqQtTaAzZ]*$/.test(value)
  if (name === 'points' || name === 'viewBox') return /^[\d\s.,+\-eE]*$/.test(value)
  return (
    /transform$/i.test(name) && /^(?:[\s,]|(?:matrix|translate|scale|rotate|skew[XY])\([\d\s.,+\-eE]*\))*$/.test(value)
  )
}

/** Drops custom properties that hold secrets. */
export function publicStyle(style: string): string {
  if (!style.includes('--') || !maybeSecret.test(style)) return style
  const read = document.createElement('p').style
  read.cssText = style
  const secret = [...read].filter((name) => name.startsWith('--') && hasSecret(read.getPropertyValue(name)))
  for (const name of secret) read.removeProperty(name)
  return read.cssText
}

/** A cheap check that skips most texts. */
const maybeSecret = /[\d@]|[A-Za-z_+/=.-]{16}|pass|secret|token|key|pin|code/i
const secretPieceMax = 1_900

export function withoutSecrets(text: string): string {
  if (!maybeSecret.test(text)) return text
  if (text.length <= secretPieceMax) return hideSecrets(text)
  const pieces = text.match(/[\s\S]{1,1900}(?=\s|$)|[\s\S]{1,1900}/g) ?? []
  return pieces.map((piece) => hideSecrets(piece)).join('')
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

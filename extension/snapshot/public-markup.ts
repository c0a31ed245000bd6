import { findSecrets, hasSecret, hideSecrets, signedToken } from '#domain/secret-text.ts'
import { dataValueMax, isSnapshotAttribute } from '#domain/snapshot-markup.ts'

/* Decides which attributes and texts of a page are kept. Nothing that looks like a secret is. */

/** The value to keep for an attribute; null to drop it. */
export function keepAttribute(element: Element, name: string, value: string, isSvg: boolean): string | null {
  const tag = element.localName
  if (name === 'style' || name === 'src' || name === 'checked' || name === 'selected' || name === 'popover') return null
  if (tag === 'a' && name === 'href') return '#'
  // Elsewhere it only names what is sent.
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
  if (name.startsWith('data-') && (value.length > dataValueMax || hasSecret(value))) return null
  const isKept = name === 'class' || name === 'id' || (isSvg && (isGeometry(name, value) || isReference.test(value)))
  return isKept ? value : withoutSecrets(value)
}

/** To an element by its id, which is kept. */
const isReference = /^url\(["']?#[^\s()]*\)$/

/** Icon paths are long rows of numbers, which look like account numbers. */
function isGeometry(name: string, value: string): boolean {
  if (name === 'd') return /^[\d\s.,+\-eEmMlLhHvVcCsSqQtTaAzZ]*$/.test(value)
  if (name === 'points' || name === 'viewBox') return /^[\d\s.,+\-eE]*$/.test(value)
  return (
    /transform$/i.test(name) && /^(?:[\s,]|(?:matrix|translate|scale|rotate|skew[XY])\([\d\s.,+\-eE]*\))*$/.test(value)
  )
}

/**
 * Adds the ids and class names in an attribute that hold personal data, also those it refers to. Others that look like
 * keys are hashes of a page's own parts.
 */
export function addPrivateNames(value: string, names: Set<string>): void {
  if (!/@|%40|\d{4}|eyJ/.test(value)) return
  for (const name of value.split(/\s+|^url\(["']?#|["']?\)$|^#/)) {
    const isPersonal = findSecrets(name).some(({ kind, start }) => {
      return kind === 'email' || kind === 'number' || (kind === 'phone' && name[start] === '+')
    })
    if (isPersonal || signedToken.test(name)) names.add(name)
  }
}

/** Everywhere, so that what refers to them still does. */
export function renameAll(html: string, names: ReadonlySet<string>): string {
  let renamed = html
  for (const [index, name] of [...names].toSorted((a, b) => b.length - a.length).entries()) {
    renamed = renamed.replaceAll(escapeAttribute(name), `u-name-${index}`)
  }
  return renamed
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

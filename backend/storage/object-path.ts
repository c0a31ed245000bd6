import { invalidKey } from './storage-errors.ts'

export interface ObjectPath {
  readonly bucket: string
  readonly name: string
}

/** Reads `{bucket}/{path}` from a request's address, behind `prefix`; refuses paths that mean something else elsewhere. */
export function parseObjectPath(address: string, prefix: string): ObjectPath {
  const { pathname } = new URL(address)
  const at = pathname.indexOf(prefix)
  return splitObjectPath(decode(pathname.slice(at + prefix.length)))
}

/** `{bucket}/{path}`, not encoded. */
export function splitObjectPath(text: string): ObjectPath {
  const slash = text.indexOf('/')
  if (slash < 1) throw invalidKey(text)
  return { bucket: text.slice(0, slash), name: parseObjectName(text.slice(slash + 1)) }
}

/** An object's name in one spelling (NFC), or a refusal. Names are never file names, but they do end up in addresses. */
export function parseObjectName(text: string): string {
  const name = text.normalize('NFC')
  const segments = name.split('/')
  const isOdd = segments.some((segment) => segment === '' || segment === '.' || segment === '..')
  if (isOdd || forbidden.test(name) || !name.isWellFormed() || Buffer.byteLength(name) > bytesMax)
    throw invalidKey(printable(text))
  return name
}

// Control characters and backslash.
// oxlint-disable-next-line no-control-regex -- they are what is refused
const forbidden = /[\u0000-\u001f\u007f-\u009f\\]/
const bytesMax = 1024

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidKey(text)
  }
}

function printable(text: string): string {
  return JSON.stringify(text.slice(0, 200)).slice(1, -1)
}

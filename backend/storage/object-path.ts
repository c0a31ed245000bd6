import { hasTooManyMarks } from '#domain/normal-form.ts'

import { invalidKey } from './storage-errors.ts'

export interface ObjectPath {
  readonly bucket: string
  readonly name: string
}

/** Parses `{bucket}/{path}` after `prefix`; refuses paths that other software would interpret differently. */
export function parseObjectPath(address: string, prefix: string): ObjectPath {
  const { pathname } = new URL(address)
  const at = pathname.indexOf(prefix)
  return splitObjectPath(decode(pathname.slice(at + prefix.length)))
}

/** `{bucket}/{path}`, decoded. */
export function splitObjectPath(text: string): ObjectPath {
  const slash = text.indexOf('/')
  if (slash < 1) throw invalidKey(text)
  return { bucket: text.slice(0, slash), name: parseObjectName(text.slice(slash + 1)) }
}

/** Normalizes an object name to NFC, or refuses it. Names never become file names, but do end up in URLs. */
export function parseObjectName(text: string): string {
  if (hasTooManyMarks(text)) throw invalidKey(printable(text))
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

import { rewriteCss } from '#domain/css-addresses.ts'
import { hideSecrets } from '#domain/secret-text.ts'
import { snapshotLimits, type RecordedSnapshot } from '#protocol/snapshots.ts'

import { selectAttributes } from './custom-states.ts'
import { fixFeatures } from './media-features.ts'
import { pseudoStates } from './pseudo-states.ts'
import { createRenamer } from './rename-secrets.ts'
import type { PicturePart, RawAsset, RawSheet, RawSnapshot } from './raw-snapshot.ts'

export interface SnapshotPorts {
  /** Null if the file can't be fetched or is too large. */
  readonly fetchFile: (url: string) => Promise<Blob | null>
  /** Cuts out a part of the step's picture. */
  readonly cutPicture: (part: PicturePart, pictureWidth: number) => Promise<Blob | null>
  /** Stores a file and returns its hash. */
  readonly saveFile: (file: Blob) => Promise<string>
}

const atOnce = 6
const importsDeepMax = 4
/** Style sheets name hundreds of icons that a page doesn't show. */
const guessesMax = 40
const fontAddress = /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i

/** Fetches the files a page refers to and replaces their addresses with hashes. Files that fail are left out. */
export async function resolveSnapshot(raw: RawSnapshot, ports: SnapshotPorts): Promise<RecordedSnapshot> {
  const files = new Map<string, number>()
  const fetched = new Map<string, Promise<string | null>>()
  const loaded = raw.loaded === null ? null : new Set(raw.loaded)
  const run = limitedTo(atOnce)
  const rename = createRenamer(raw.mark)
  let guesses = 0

  async function save(file: Blob | null): Promise<string | null> {
    if (file === null || file.size === 0 || file.size > snapshotLimits.fileBytesMax) return null
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
    if (files.size >= snapshotLimits.filesMax || bytes + file.size > snapshotLimits.bytesMax) return null
    const hash = await ports.saveFile(file)
    files.set(hash, file.size)
    return hash
  }

  function fetchOnce(url: string): Promise<string | null> {
    const known = fetched.get(url)
    if (known !== undefined) return known
    const answer = run(() => ports.fetchFile(url)).then(save)
    fetched.set(url, answer)
    return answer
  }

  function resolveAsset(asset: RawAsset): Promise<string | null> {
    if ('url' in asset) return fetchOnce(asset.url)
    return run(() => ports.cutPicture(asset.part, raw.pictureWidth)).then(save)
  }

  async function resolveSheet(sheet: RawSheet): Promise<string | null> {
    const css = await inlineSheet(sheet, importsDeepMax)
    return css === null || css.trim() === '' ? null : save(new Blob([css], { type: 'text/css' }))
  }

  /** Inlines its imports and resolves its addresses. */
  async function inlineSheet(sheet: RawSheet, deep: number): Promise<string | null> {
    const own = 'text' in sheet ? sheet.text : await run(() => ports.fetchFile(sheet.href)).then((file) => file?.text())
    if (own === undefined) return null
    const text = selectAttributes(own)
    const base = 'text' in sheet ? sheet.base : sheet.href
    const urlOf = (address: string) => URL.parse(address, base)?.href ?? ''
    const names = new Map<string, Promise<string | null>>()
    const imports = new Map<string, Promise<string | null>>()
    rewriteCss(text, {
      address: (address) => {
        const url = urlOf(address)
        if (!names.has(url) && isWanted(url)) names.set(url, fetchOnce(url))
        return null
      },
      importRule: (address) => {
        const href = urlOf(address)
        if (deep > 0 && !imports.has(href) && /^https?:/.test(href)) {
          imports.set(href, inlineSheet({ href }, deep - 1))
        }
        return ''
      },
    })
    const hashes = new Map(await Promise.all([...names].map(async ([url, hash]) => [url, await hash] as const)))
    const sheets = new Map(await Promise.all([...imports].map(async ([url, css]) => [url, await css] as const)))
    return fixFeatures(
      rewriteCss(text, {
        address: (address) => {
          return address.startsWith('#') ? `#${rename(address.slice(1))}` : (hashes.get(urlOf(address)) ?? null)
        },
        importRule: (address, conditions) => wrapImport(sheets.get(urlOf(address)) ?? '', conditions),
        pseudoClasses: pseudoStates,
        shownText: hideSecrets,
        name: rename,
      }),
      raw.features,
    )
  }

  function isWanted(url: string): boolean {
    if (url.startsWith('data:')) return true
    if (!/^https?:/.test(url)) return false
    if (loaded?.has(url) === true) return true
    // Resource timing lists every fetched font, but not every background.
    if (loaded !== null && fontAddress.test(url)) return false
    guesses += 1
    return guesses <= guessesMax
  }

  const [assets, sheets] = await Promise.all([
    Promise.all(raw.assets.map(resolveAsset)),
    Promise.all(raw.sheets.map(resolveSheet)),
  ])
  const html = raw.html.replaceAll(new RegExp(`${raw.mark}([as])(\\d+)`, 'g'), (_, kind: string, index: string) => {
    return (kind === 'a' ? assets : sheets)[Number(index)] ?? ''
  })
  const { width, height, pictureWidth } = raw
  const fixed = html.replaceAll(/ media="[^"<>]*"/g, (media) => fixFeatures(media, raw.features))
  return { html: fixed, width, height, pictureWidth, files: [...files.keys()] }
}

/** An import's conditions: a layer, a support condition, and media. */
function wrapImport(css: string, conditions: string): string {
  const layer = /^layer(?:\(([^)]*)\))?/i.exec(conditions)
  const rest = conditions.slice(layer?.[0].length ?? 0).trim()
  const inMedia = rest === '' || rest.startsWith('supports') ? css : `@media ${rest} {${css}}`
  return layer === null ? inMedia : `@layer ${layer[1] ?? ''} {${inMedia}}`
}

/** Limits how many run at a time. */
function limitedTo(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

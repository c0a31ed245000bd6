import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import { OutboundError, type OutboundFetch } from '#backend/http/outbound-fetch.ts'

import { parseSource } from './parse-source.ts'
import { readRobotsRules } from './robots-rules.ts'
import { siteScope, toPageAddress, type SiteScope } from './site-scope.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

export interface ReadPassage {
  readonly place: string
  readonly url: string
  readonly text: string
}

export interface ReadAddress {
  readonly title: string
  readonly mediaType: string
  readonly bytes: number
  readonly pages: number
  readonly passages: readonly ReadPassage[]
  /** A sentence about what was left out; null if nothing was. */
  readonly problem: string | null
}

export interface AddressReading {
  /** Guarded; doesn't follow redirects. */
  readonly fetch: OutboundFetch
  /** Also reads the pages below the address. */
  readonly isSite: boolean
  readonly now: () => number
}

/** Reads a web page, or the pages of a site below an address. Rejects with a SourceProblem. */
export async function readAddress(address: string, reading: AddressReading): Promise<ReadAddress> {
  return new SiteReading(reading).run(address)
}

/** One crawl: each page once, nearest first, within limits of time, pages and text. */
class SiteReading {
  readonly #reading: AddressReading
  readonly #robots = new Map<string, Promise<(url: string) => boolean>>()
  readonly #passages: ReadPassage[] = []
  readonly #texts = new Set<string>()
  readonly #until: number
  /** Ends calls that are still waiting then. */
  readonly #signal = AbortSignal.timeout(sourceLimits.siteMs)
  #size = 0
  #bytes = 0
  #pages = 0
  #skipped = 0

  constructor(reading: AddressReading) {
    this.#reading = reading
    this.#until = reading.now() + sourceLimits.siteMs
  }

  async run(address: string): Promise<ReadAddress> {
    const start = toPageAddress(address)
    if (start === null) throw new SourceProblem('Enter the address of a web page, starting with https://.')
    const first = await this.#read(start, null)
    const scope = siteScope(first.url)
    const seen = new Set([start, first.url])
    let level = this.#reading.isSite ? this.#below(first.links, first.url, scope, seen) : []
    for (let depth = 1; depth <= sourceLimits.siteDepth && level.length > 0; depth += 1) {
      const next: string[] = []
      for (const url of level) {
        if (this.#isFull()) break
        const page = await this.#read(url, scope).catch((error: unknown) => {
          if (!(error instanceof SourceProblem || error instanceof OutboundError)) throw error
          this.#skipped += 1
          return null
        })
        if (page !== null) next.push(...this.#below(page.links, page.url, scope, seen))
      }
      level = next
    }
    return {
      title: first.title === '' ? start.slice(0, 300) : first.title,
      mediaType: first.mediaType,
      bytes: this.#bytes,
      pages: this.#pages,
      passages: this.#passages,
      problem:
        this.#skipped === 0 ? null : `${this.#skipped} of ${this.#pages + this.#skipped} pages couldn’t be read.`,
    }
  }

  #isFull(): boolean {
    return (
      this.#pages + this.#skipped >= sourceLimits.sitePages ||
      this.#size >= sourceLimits.text ||
      this.#reading.now() >= this.#until
    )
  }

  /** Links to unvisited pages of the site. */
  #below(links: readonly string[], from: string, scope: SiteScope, seen: Set<string>): string[] {
    const found: string[] = []
    for (const link of links) {
      const url = toPageAddress(link, from)
      if (url === null || seen.has(url) || !scope.holds(url)) continue
      if (seen.size >= linksKept) break
      seen.add(url)
      found.push(url)
    }
    return found
  }

  /** Reads a page and keeps its passages; within a scope, redirects can't leave it. */
  async #read(start: string, scope: SiteScope | null) {
    const { url, response } = await this.#fetch(start, scope)
    const written = (response.headers.get('content-type') ?? 'text/html').toLowerCase()
    const mediaType = written.split(';', 1)[0]?.trim() ?? ''
    if (!readable.test(mediaType)) throw new SourceProblem('This address has no web page, text or PDF.')
    const bytes = unpackBody(new Uint8Array(await response.arrayBuffer()), response.headers.get('content-encoding'))
    const name = new URL(url).pathname.split('/').at(-1) ?? ''
    const { title, passages, links } = await parseSource('pages', { bytes, name, mediaType: written })
    this.#pages += 1
    this.#bytes += bytes.byteLength
    for (const { place, text } of passages) {
      // Skips headers and notices that every page repeats.
      if (this.#texts.has(text) || this.#size + text.length > sourceLimits.text) continue
      this.#texts.add(text)
      this.#size += text.length
      const where = scope === null || title === '' ? place : [title, place].filter((part) => part !== '').join(' › ')
      this.#passages.push({ place: where.slice(0, 300), url: url.slice(0, 2_000), text })
    }
    return { url, title, mediaType, links }
  }

  async #fetch(start: string, scope: SiteScope | null): Promise<{ readonly url: string; readonly response: Response }> {
    let url = start
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      if (scope !== null && !scope.holds(url)) throw new SourceProblem('The page leads to another site.')
      const isAllowed = await this.#robotsOf(new URL(url).origin)
      if (!isAllowed(url)) throw new SourceProblem('The site’s robots.txt doesn’t allow reading this page.')
      const response = await this.#reading.fetch(url, { headers, signal: this.#signal })
      const location = response.headers.get('location')
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
        if (response.ok) return { url, response }
        throw new SourceProblem(`The site answered with error ${response.status}.`)
      }
      const next = toPageAddress(location, url)
      if (next === null) break
      url = next
    }
    throw new SourceProblem('The page redirects too often, or to an address that isn’t a web page.')
  }

  #robotsOf(origin: string): Promise<(url: string) => boolean> {
    const known = this.#robots.get(origin) ?? readRobots(origin, this.#reading.fetch, this.#signal)
    this.#robots.set(origin, known)
    return known
  }
}

/** Some servers compress without being asked; limited, because a few bytes may unpack to gigabytes. */
function unpackBody(bytes: Uint8Array<ArrayBuffer>, encoding: string | null): Uint8Array {
  const options = { maxOutputLength: sourceLimits.pageBytes }
  try {
    switch (encoding?.trim().toLowerCase() ?? 'identity') {
      case '':
      case 'identity':
        return bytes
      case 'gzip':
        return gunzipSync(bytes, options)
      case 'deflate':
        return inflateSync(bytes, options)
      case 'br':
        return brotliDecompressSync(bytes, options)
      default:
        throw new SourceProblem('The page is compressed in a way that can’t be read.')
    }
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem('The page is damaged, or larger than 2 MB once unpacked.', { cause: error })
  }
}

const userAgent = 'UnderstudyBot'
const headers = { 'user-agent': `${userAgent}/1.0`, accept: 'text/html,text/plain,text/markdown,application/pdf;q=0.9' }
const readable = /^(?:text\/(?:html|plain|markdown)|application\/(?:xhtml\+xml|pdf))$/
const redirectsMax = 3
const linksKept = 5_000

/** What the site's robots.txt allows (RFC 9309): everything without the file, nothing if it can't be fetched. */
async function readRobots(
  origin: string,
  fetchGuarded: OutboundFetch,
  signal: AbortSignal,
): Promise<(url: string) => boolean> {
  const address = `${origin}/robots.txt`
  const response = await fetchGuarded(address, { headers, redirect: 'follow', signal })
  if (response.status >= 500) throw new SourceProblem(`The site answered with error ${response.status}.`)
  if (!response.ok) return () => true
  const rules = readRobotsRules((await response.text()).slice(0, robotsLengthMax).toWellFormed(), userAgent)
  if (rules === null) throw new SourceProblem('The site’s robots.txt has too many rules to follow.')
  return rules
}

const robotsLengthMax = 500_000

/**
 * Leaves out the tags of elements nested deeper than browsers build them, and keeps their text. Parsers take quadratic
 * time on nested elements. Linear itself, also on malformed HTML.
 */
export function limitNesting(html: string): string {
  const kept: string[] = []
  let keptTo = 0
  let depth = 0
  for (const tag of tagsOf(html)) {
    if (unnested.has(tag.name)) continue
    if (!tag.isEnd) depth += 1
    if (depth > depthMax) {
      kept.push(html.slice(keptTo, tag.start), ' ')
      keptTo = tag.end
    }
    if (tag.isEnd) depth = Math.max(0, depth - 1)
  }
  return kept.length === 0 ? html : kept.join('') + html.slice(keptTo)
}

interface Tag {
  /** In lower case. */
  readonly name: string
  readonly isEnd: boolean
  readonly start: number
  /** After the `>`. */
  readonly end: number
}

/** The tags of a page, without those in comments and scripts. */
function* tagsOf(html: string): Generator<Tag> {
  const lower = html.toLowerCase()
  let start = lower.indexOf('<')
  while (start !== -1) {
    let end: number
    if (lower.startsWith('!--', start + 1)) end = after(lower, '-->', start + 4)
    else {
      const isEnd = lower[start + 1] === '/'
      tagName.lastIndex = start + (isEnd ? 2 : 1)
      const name = tagName.exec(lower)?.[0]
      if (name === undefined) end = start + 1
      else {
        end = after(lower, '>', tagName.lastIndex)
        if (end === -1) return
        yield { name, isEnd, start, end }
        if (!isEnd && unparsed.has(name)) end = after(lower, `</${name}`, end)
      }
    }
    start = end === -1 ? -1 : lower.indexOf('<', end)
  }
}

/** The place after the next `text`, or -1. */
function after(html: string, text: string, from: number): number {
  const place = html.indexOf(text, from)
  return place === -1 ? -1 : place + text.length
}

/** As in Chromium. */
const depthMax = 512
const tagName = /[a-z][^\s/>]{0,40}/y
const unparsed = new Set(['script', 'style'])
/** Elements without content, and those that the next one closes. */
const unnested = new Set(
  'area base br col embed hr img input link meta param source track wbr dd dt li optgroup option p rp rt tbody td tfoot th thead tr'.split(
    ' ',
  ),
)

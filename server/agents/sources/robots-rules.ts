interface Rule {
  /** The texts between the stars. */
  readonly parts: readonly string[]
  /** Whether the path must end with the last part. */
  readonly isWhole: boolean
  readonly length: number
  readonly isAllowed: boolean
}

/**
 * What a robots.txt allows a reader to fetch, by its address (RFC 9309); null if there are too many rules to check. Keeps
 * only the rules for this reader: files with many groups and many rules in each would fill the memory.
 */
export function readRobotsRules(text: string, userAgent: string): ((url: string) => boolean) | null {
  const own: Rule[] = []
  const everybodys: Rule[] = []
  const name = userAgent.toLowerCase()
  let isOwn = false
  let isEverybodys = false
  let isNamed = false
  let isHeading = false
  let patternLength = 0
  for (const line of text.split(/[\r\n]+/)) {
    const [field, value] = splitLine(line)
    if (field === 'user-agent') {
      if (!isHeading) isOwn = isEverybodys = false
      isHeading = true
      const agent = value.split('/', 1)[0]?.trim().toLowerCase()
      isOwn ||= agent === name
      isEverybodys ||= agent === '*'
      isNamed ||= isOwn
    } else if (field === 'allow' || field === 'disallow') {
      isHeading = false
      if (value === '' || !(isOwn || isEverybodys)) continue
      const rule = toRule(value, field === 'allow')
      if (rule.parts.length > 1) patternLength += rule.length
      if (isOwn) own.push(rule)
      if (isEverybodys) everybodys.push(rule)
      if (own.length + everybodys.length > rulesMax || patternLength > patternLengthMax) return null
    }
  }
  const rules = isNamed ? own : everybodys
  return (url) => isAllowedBy(rules, url)
}

/** Large sites have a few hundred. */
const rulesMax = 5_000
/** For all rules with stars together, because each may be compared with the whole address. */
const patternLengthMax = 30_000

function splitLine(line: string): readonly [field: string, value: string] {
  const written = line.split('#', 1)[0] ?? ''
  const colon = written.indexOf(':')
  if (colon < 0) return ['', '']
  return [
    written
      .slice(0, colon)
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
    written.slice(colon + 1).trim(),
  ]
}

function toRule(value: string, isAllowed: boolean): Rule {
  const pattern = sameEscapes(encodeURI(value).replaceAll('%25', '%'))
  const isWhole = pattern.endsWith('$')
  return {
    parts: (isWhole ? pattern.slice(0, -1) : pattern).split('*'),
    isWhole,
    length: pattern.length,
    isAllowed,
  }
}

function sameEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
}

/** The longest matching rule counts; of equally long ones, an allowing one. */
function isAllowedBy(rules: readonly Rule[], url: string): boolean {
  const { pathname, search } = new URL(url)
  const path = sameEscapes(pathname + search)
  let best: Rule | null = null
  for (const rule of rules) {
    const isBetter = best === null || rule.length > best.length || (rule.length === best.length && rule.isAllowed)
    if (isBetter && matches(rule, path)) best = rule
  }
  return best?.isAllowed ?? true
}

function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...rest] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = isWhole && index === rest.length - 1
    const found = isLast ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}

import { escapePattern } from './escape-pattern.ts'
import { isObject } from './is-object.ts'

/* What a workspace hides in recordings, before anything is uploaded. Stored in `workspaces.capture_rules`. */

export interface CaptureRule {
  /**
   * 'selector': a CSS selector of elements. 'text': words on the page; `*` matches any characters but spaces, `#` a
   * digit.
   */
  readonly kind: 'selector' | 'text'
  readonly value: string
  /** Only on this host and its subdomains; '' for all. */
  readonly site: string
}

export const captureRulesMax = 50
export const ruleValueMax = 200
/** More would make a pattern slow on long texts. */
const starsMax = 2
/** The most characters that one star matches. */
const starMax = 64
const textMax = 2_000

/** Reads stored rules, without invalid ones. */
export function readCaptureRules(stored: unknown): readonly CaptureRule[] {
  if (!Array.isArray(stored)) return []
  return stored.slice(0, captureRulesMax).flatMap((each: unknown) => {
    if (!isObject(each)) return []
    const { kind, value, site } = each
    if ((kind !== 'selector' && kind !== 'text') || typeof value !== 'string') return []
    const rule: CaptureRule = { kind, value: value.trim(), site: typeof site === 'string' ? site.trim() : '' }
    return ruleProblem(rule) === null ? [rule] : []
  })
}

/** Why a rule can't be saved, as a sentence; null if it can. Selectors are checked by the browser. */
export function ruleProblem({ kind, value, site }: CaptureRule): string | null {
  if (value === '') return kind === 'selector' ? 'Enter a CSS selector.' : 'Enter the text to hide.'
  if (value.length > ruleValueMax) return `At most ${ruleValueMax} characters.`
  if (kind === 'text' && value.replace(/[*#\s]/g, '').length < 2) return 'Enter at least two letters or digits.'
  if (kind === 'text' && value.split('*').length - 1 > starsMax) return `At most ${starsMax} stars.`
  return site === '' || isHost(site) ? null : 'Enter a host such as app.example.com.'
}

function isHost(site: string): boolean {
  return site.length <= 253 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i.test(site)
}

export function hidesOn({ site }: CaptureRule, hostname: string): boolean {
  const [host, name] = [site.toLowerCase(), hostname.toLowerCase()]
  return host === '' || name === host || name.endsWith(`.${host}`)
}

/** Finds the words that match a text rule, ignoring case. */
export function ruleMatches(
  { value }: Pick<CaptureRule, 'value'>,
  text: string,
): readonly { readonly start: number; readonly end: number }[] {
  const matches = text.slice(0, textMax).matchAll(patternOf(value))
  return [...matches].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
}

const patterns = new Map<string, RegExp>()
const patternsMax = 200

function patternOf(value: string): RegExp {
  const known = patterns.get(value)
  if (known !== undefined) return known
  const parts = value.split(/([*#]|\s+)/).map((part) => {
    if (part === '*') return `[^\\s]{0,${starMax}}?`
    if (part === '#') return '\\d'
    return /^\s+$/.test(part) ? '\\s+' : escapePattern(part)
  })
  // A star at the end would match nothing.
  const source = parts.join('').replace(/\?$/, value.endsWith('*') ? '' : '$&')
  const pattern = new RegExp(source, 'giu')
  if (patterns.size >= patternsMax) patterns.clear()
  patterns.set(value, pattern)
  return pattern
}

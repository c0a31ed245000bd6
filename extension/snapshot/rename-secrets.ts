import { findSecrets } from '#domain/secret-text.ts'

/**
 * Replaces secrets and personal data in ids, class names, `data-*` values and other names of a page's parts. The same name always gets
 * the same replacement, so style sheets still find what they style. `salt` is never published: without it, nobody can
 * check a guess.
 */
export function createRenamer(salt: string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    if (!maybeSecret.test(name)) return name
    const renamed = known.get(name) ?? renameParts(name, salt)
    known.set(name, renamed)
    return renamed
  }
}

/** A cheap check that skips most names. */
const maybeSecret = /@|%40|eyJ|\d{4}|[a-z\d]{20}|[-_][\w-]{16}|[\da-f]{8}-/i

/** Short opaque names are mostly hashes of a page's own parts. */
const credential = new RegExp(
  [
    String.raw`[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}`,
    String.raw`[\da-f]{32,}`,
    String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]*`,
    String.raw`(?<![a-z\d])(?:[spr]k|whsec|gh[opsru]|github_pat|glpat|xox[abeprs]|hf|npm|pypi|shp(?:at|ss|ca|pa)|SG)[-_.](?=[\w.-]*\d)[\w.-]{16,}`,
    String.raw`(?<![a-z\d])(?:AKIA|ASIA|AIza|EAAC|ya29\.)[\w-]{12,}`,
    String.raw`(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{40,}`,
  ].join('|'),
  'gi',
)

function renameParts(name: string, salt: string): string {
  const isPersonal = findSecrets(name).filter(({ kind, start }) => {
    return kind === 'email' || kind === 'number' || (kind === 'phone' && name[start] === '+')
  })
  const found = [...name.matchAll(credential)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
  let renamed = ''
  let at = 0
  for (const { start, end } of [...isPersonal, ...found].toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    if (start >= at) renamed += `${name.slice(at, start)}u${hashOf(salt + name.slice(start, end))}`
    at = end
  }
  return renamed + name.slice(at)
}

/** 53 bits (cyrb53). Synchronous, because pages are read in slices. */
function hashOf(text: string): string {
  let [high, low] = [0xde_ad_be_ef, 0x41_c6_ce_57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  // Letters only, because a mix with digits would look like another secret.
  const number = 2 ** 32 * (0x1f_ff_ff & low) + (high >>> 0)
  return number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
}

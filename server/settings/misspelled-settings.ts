import type { Environment } from '#backend/settings/settings-reader.ts'

/** A variable that nothing reads, and the setting it probably means. */
export interface MisspelledSetting {
  readonly name: string
  readonly meant: string
}

/**
 * Finds variables that nearly match a setting: `TRUSTED_PROXIES`, `TRUST_PROXY`, `public_url`. Short names are skipped,
 * as environments have many of their own.
 */
export function findMisspelledSettings(
  environment: Environment,
  known: ReadonlySet<string>,
): readonly MisspelledSetting[] {
  const stems = [...known].map((name) => ({ name, stem: stemOf(name) })).filter(({ stem }) => stem.length >= stemMin)
  return Object.entries(environment).flatMap(([name, value]) => {
    const stem = stemOf(name)
    if (known.has(name) || !value?.trim() || stem.length < stemMin) return []
    const meant = stems.find((each) => isNear(stem, each.stem, each.stem.length < longStemLength ? 1 : 2))
    return meant === undefined ? [] : [{ name, meant: meant.name }]
  })
}

const stemMin = 7
const longStemLength = 12

/** Ignores what people often get wrong: underscores, case, plural. */
function stemOf(name: string): string {
  return name.toUpperCase().replaceAll(/[_.-]/g, '').replace(/IES$/, 'Y').replace(/S$/, '')
}

/** Whether the edit distance, counting swaps of neighbours as one, is at most `most`. */
function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[index] === other[column - 1]
      const isTransposed = one[index] === other[column - 2] && one[index - 1] === other[column - 1]
      next.push(
        Math.min(
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          isTransposed ? (before[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      )
    }
    before = row
    row = next
  }
  return (row[other.length] ?? Infinity) <= most
}

import type { Environment } from '#backend/settings/settings-reader.ts'

/** A variable that nothing reads, and the setting its name was probably meant to be. */
export interface MisspeltSetting {
  readonly name: string
  readonly meant: string
}

/**
 * Finds variables whose names are almost those of settings: `TRUSTED_PROXIES`, `TRUST_PROXY`, `public_url`. Short names
 * are left alone, as the environment has many of its own.
 */
export function misspeltSettings(environment: Environment, known: ReadonlySet<string>): readonly MisspeltSetting[] {
  const stems = [...known].map((name) => ({ name, stem: stemOf(name) })).filter(({ stem }) => stem.length >= stemMin)
  return Object.entries(environment).flatMap(([name, value]) => {
    const stem = stemOf(name)
    if (known.has(name) || !value?.trim() || stem.length < stemMin) return []
    const meant = stems.find((each) => isNear(stem, each.stem, each.stem.length < longStem ? 1 : 2))
    return meant === undefined ? [] : [{ name, meant: meant.name }]
  })
}

const stemMin = 7
const longStem = 12

/** Without what people leave out or add: underscores, capitals, the plural. */
function stemOf(name: string): string {
  return name.toUpperCase().replaceAll(/[_.-]/g, '').replace(/IES$/, 'Y').replace(/S$/, '')
}

/** Whether at most so many letters must be added, dropped, changed, or swapped with their neighbour. */
function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[index] === other[column - 1]
      const isSwapped = one[index] === other[column - 2] && one[index - 1] === other[column - 1]
      next.push(
        Math.min(
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      )
    }
    before = row
    row = next
  }
  return (row[other.length] ?? Infinity) <= most
}

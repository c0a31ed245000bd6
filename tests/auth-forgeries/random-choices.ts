import { seededRandom } from '#support/seeded-random.ts'

/** Random choices determined by seed and index, so that a single attempt can be replayed. */
export interface RandomChoices {
  readonly below: (limit: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  /** True once in `times`. */
  readonly once: (times: number) => boolean
  /** Mutates the text: changes, doubles, cuts or inserts something small. */
  readonly spoil: (text: string, alphabet: string) => string
}

export function randomChoices(seed: number, index: number): RandomChoices {
  const below = seededRandom((seed * 7_919 + index * 104_729) % 2_147_483_647)
  // Neighbouring seeds start alike.
  for (let round = 0; round < 4; round += 1) below(2)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  return {
    below,
    pick,
    once: (times) => below(times) === 0,
    spoil: (text, alphabet) => {
      const at = below(text.length + 1)
      const character = pick([...alphabet])
      switch (below(6)) {
        case 0:
          return text.slice(0, at) + character + text.slice(at + 1)
        case 1:
          return text.slice(0, at) + character + text.slice(at)
        case 2:
          return text.slice(0, at) + text.slice(at + 1 + below(8))
        case 3:
          return text.slice(0, at) + text.slice(below(text.length)).slice(0, 40) + text.slice(at)
        case 4:
          return text.slice(0, at)
        default:
          return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
      }
    },
  }
}

/* The specification's texts of the player, in their own file so that visitors don't load the others. */

export const playerHint = 'Use arrow keys to navigate'
/** Not in the specification: shown on phones. */
export const rotateHint = 'Turn your phone for a larger picture'

/** Spec §2: "Step N of M". `index` counts from 0. */
export function stepOfText(index: number, count: number): string {
  return `Step ${index + 1} of ${count}`
}

/** Reading a step and moving on takes about 15 seconds. */
export function coverLength(count: number): string {
  if (count === 1) return '1 step'
  const minutes = Math.max(1, Math.round(count / 4))
  return `${count} steps, about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`
}

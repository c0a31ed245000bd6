import type { PaletteCommand } from '../../lib/page-commands.ts'

const shownMost = 50

/** Commands that contain every typed word; label prefixes first. */
export function findCommands(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label, group }) => {
    const searched = `${label} ${group}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const start = words.join(' ')
  const rank = ({ label }: PaletteCommand) => (start !== '' && label.toLowerCase().startsWith(start) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, shownMost)
}

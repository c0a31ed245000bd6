import type { PaletteCommand } from '../../lib/page-commands.ts'

const shownMax = 50

/**
 * Commands with a word that begins with each typed one; labels that begin so first, then those that contain all. Help
 * comes last: someone who types "blur" in the editor wants the tool.
 */
export function findCommands(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => beginsWord(text.toLowerCase(), word))
  const found = commands.filter(({ label, group, also = '' }) => hasAll(`${label} ${group} ${also}`))
  const start = words.join(' ')
  const rank = ({ label, group }: PaletteCommand) => {
    const behind = group === 'Help' ? 3 : 0
    if (start !== '' && label.toLowerCase().startsWith(start)) return behind
    return behind + (hasAll(label) ? 1 : 2)
  }
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, shownMax)
}

/** Scripts without spaces have no words to begin. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) || !/[a-z0-9]/.test(word)) return true
  }
  return false
}

import type { Extension } from '../../lib/use-extension.ts'

/** Also during the first check, unless the extension was found on an earlier visit. */
export function isInstallOffered({ state, wasInstalled }: Extension): boolean {
  return state === 'missing' || (state === 'checking' && !wasInstalled)
}

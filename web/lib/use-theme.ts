import { useSyncExternalStore } from 'react'

import { onThemeChosen, storedTheme, type Theme } from './theme.ts'

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChosen, storedTheme)
}

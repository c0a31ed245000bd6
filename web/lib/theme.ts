import { createStore } from '#player/create-store.ts'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'understudy-theme'
const chosen = createStore<Theme | undefined>(undefined)

/** Puts the chosen theme on the document; `system` leaves it to prefers-color-scheme. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
  applyTheme(theme)
  chosen.set(theme)
}

export const onThemeChosen = chosen.subscribe

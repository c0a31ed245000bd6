import { createStore } from '#player/create-store.ts'

/** Whether the command palette is open. Its code loads when the page is idle, or once it is asked for. */
export const paletteStore = createStore(false)

export function openPalette(): void {
  paletteStore.set(true)
}

/** Ctrl+K or ⌘K opens and closes the palette, also before its code has loaded. */
export function watchPaletteKey(signal: AbortSignal): void {
  const handleKey = (event: KeyboardEvent) => {
    // In text fields, Ctrl+K inserts a link.
    if (event.defaultPrevented) return
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    paletteStore.set(!paletteStore.get())
  }
  window.addEventListener('keydown', handleKey, { signal })
}

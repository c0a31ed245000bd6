import { createStore } from '#player/create-store.ts'

/** Whether the command palette is open. Its code loads when the page is idle; a request before that waits. */
export const paletteStore = createStore(false)

export function openPalette(): void {
  paletteStore.set(true)
}

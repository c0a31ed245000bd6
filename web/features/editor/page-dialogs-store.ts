import { createStore } from '#player/create-store.ts'

export type PageDialogId = 'replace' | 'anonymise'

/** Which dialog about all pages of the demo is open. */
export const shownPageDialog = createStore<PageDialogId | null>(null)

export function openPageDialog(id: PageDialogId | null): void {
  shownPageDialog.set(id)
}

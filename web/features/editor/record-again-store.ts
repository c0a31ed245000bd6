import { createStore } from '#player/create-store.ts'

/** The step to record again while the dialog is open. */
export const recordAgainFrom = createStore<string | null>(null)

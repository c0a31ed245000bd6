import { createStore } from '#player/create-store.ts'

/** What is open: the list of all steps, and above it the recorder of one. */
interface OpenNarration {
  readonly isPanelOpen: boolean
  readonly recorder: RecorderStart | null
}

export interface RecorderStart {
  readonly stepId: string
  /** The recording to trim, or an uploaded file; null records. */
  readonly from: Blob | null
  /** Its words, if they are known. */
  readonly text: string
}

export const openNarration = createStore<OpenNarration>({ isPanelOpen: false, recorder: null })

export function showNarrationPanel(isPanelOpen: boolean): void {
  openNarration.set({ isPanelOpen, recorder: null })
}

export function showRecorder(recorder: RecorderStart | null): void {
  openNarration.set({ ...openNarration.get(), recorder })
}

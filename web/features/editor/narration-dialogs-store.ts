import { createStore } from '#player/create-store.ts'

/** The open dialogs: the list of all steps, or the recorder of one. */
interface OpenNarration {
  readonly isPanelOpen: boolean
  readonly recorder: RecorderStart | null
}

export interface RecorderStart {
  readonly stepId: string
  /** The recording or uploaded file to trim; null to record. */
  readonly from: Blob | null
  /** Its words, if known. */
  readonly text: string
}

export const openNarration = createStore<OpenNarration>({ isPanelOpen: false, recorder: null })

export function showNarrationPanel(isPanelOpen: boolean): void {
  openNarration.set({ isPanelOpen, recorder: null })
}

export function showRecorder(recorder: RecorderStart | null): void {
  openNarration.set({ ...openNarration.get(), recorder })
}

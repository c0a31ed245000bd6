import { createStore } from '#player/create-store.ts'

export interface WindowPicture {
  readonly id: string
  readonly file: File
  /** The URL of the thumbnail. */
  readonly url: string
}

export interface WindowRecording {
  readonly pictures: readonly WindowPicture[]
  /** Takes a picture whenever the window has changed and settled. */
  readonly isAutomatic: boolean
  /** False once the author has stopped sharing; the pictures are still there. */
  readonly isShared: boolean
}

export const windowRecording = createStore<WindowRecording | null>(null)

export function canRecordWindow(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function' && typeof OffscreenCanvas === 'function'
}

import { limits } from '#domain/limits.ts'

import { importAsDemo } from '../import/import-images.ts'
import { newId } from '../new-id.ts'
import { createSettleDetector, type SettleDetector } from './settle-detector.ts'
import { openFrames, type WindowFrames } from './window-frames.ts'
import { windowRecording } from './window-recording-store.ts'

/**
 * Pictures of a window or desktop application that the browser shares with us. There is one recording at a time; it
 * continues while the author navigates the application. Nothing leaves the browser before the author is done.
 */

/** Browsers slow this down to once per second in hidden pages. */
const lookEveryMs = 400

interface Running {
  readonly stream: MediaStream
  readonly frames: WindowFrames
  readonly detector: SettleDetector
  readonly timer: ReturnType<typeof setInterval>
  isTaking: boolean
}

let running: Running | undefined

/** Lets the author pick a window. False if they picked none. */
export async function startWindowRecording(): Promise<boolean> {
  if (windowRecording.get() !== null) return true
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getDisplayMedia(wanted)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return false
    throw error
  }
  const frames = openFrames(stream)
  const timer = setInterval(() => void look(), lookEveryMs)
  running = { stream, frames, timer, detector: createSettleDetector(), isTaking: false }
  for (const track of stream.getVideoTracks()) track.addEventListener('ended', stopSharing)
  window.addEventListener('beforeunload', keepFromLeaving)
  windowRecording.set({ pictures: [], isAutomatic: true, isShared: true })
  return true
}

/** Without audio, and without the pointer, because the hotspot replaces it. */
const wanted = {
  audio: false,
  video: { frameRate: { max: 10 }, cursor: 'never', displaySurface: 'window' } as MediaTrackConstraints,
}

async function look(): Promise<void> {
  const copy = running?.frames.copy() ?? null
  if (copy === null || running === undefined) return
  if (running.detector.see(copy) && windowRecording.get()?.isAutomatic === true) await takePicture()
}

/** Takes a picture of what the window shows. */
export async function takePicture(): Promise<void> {
  const { frames, detector } = running ?? {}
  if (running === undefined || frames === undefined || running.isTaking) return
  if ((windowRecording.get()?.pictures.length ?? 0) >= limits.importImagesMax) return
  running.isTaking = true
  try {
    const copy = frames.copy()
    const picture = await frames.picture()
    const recording = windowRecording.get()
    if (copy === null || picture === null || recording === null) return
    detector?.noteTaken(copy)
    const id = newId()
    // A meaningless name, so that the step gets no title from it.
    const file = new File([picture], 'screenshot.png', { type: 'image/png' })
    windowRecording.set({
      ...recording,
      pictures: [...recording.pictures, { id, file, url: URL.createObjectURL(file) }],
    })
  } finally {
    if (running !== undefined) running.isTaking = false
  }
}

export function removePicture(id: string): void {
  const recording = windowRecording.get()
  if (recording === null) return
  const pictures = recording.pictures.filter((picture) => picture.id !== id)
  for (const picture of recording.pictures) if (picture.id === id) URL.revokeObjectURL(picture.url)
  windowRecording.set({ ...recording, pictures })
}

export function setAutomatic(isAutomatic: boolean): void {
  const recording = windowRecording.get()
  if (recording !== null) windowRecording.set({ ...recording, isAutomatic })
}

/** Makes a demo of the pictures, which are kept in this browser until the server has them. */
export async function finishWindowRecording(): Promise<void> {
  const pictures = windowRecording.get()?.pictures ?? []
  stopSharing()
  if (pictures.length > 0)
    await importAsDemo(
      pictures.map(({ file }) => file),
      { ownName: 'Window recording' },
    )
  discardWindowRecording()
}

export function discardWindowRecording(): void {
  stopSharing()
  for (const { url } of windowRecording.get()?.pictures ?? []) URL.revokeObjectURL(url)
  window.removeEventListener('beforeunload', keepFromLeaving)
  windowRecording.set(null)
}

function stopSharing(): void {
  if (running === undefined) return
  clearInterval(running.timer)
  for (const track of running.stream.getTracks()) track.stop()
  running.frames.close()
  running = undefined
  const recording = windowRecording.get()
  if (recording !== null) windowRecording.set({ ...recording, isShared: false })
}

function keepFromLeaving(event: BeforeUnloadEvent): void {
  if ((windowRecording.get()?.pictures.length ?? 0) > 0) event.preventDefault()
}

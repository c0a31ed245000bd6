import { compressPicture } from './compress-picture.ts'
import type { CaptureSaver } from './capture-saver.ts'
import type { RecordingList } from './recording-list.ts'
import type { RecordingStore } from './recording-store.ts'
import type { IdleQueue } from './idle-queue.ts'

/** Compresses pictures during the recording, while the author pauses. The web app compresses the rest. */
export function createCaptureCompressor(
  store: Pick<RecordingStore, 'loadCapture'>,
  recordings: Pick<RecordingList, 'find'>,
  captures: Pick<CaptureSaver, 'save'>,
  queue: IdleQueue,
) {
  /** Quick clicks share a picture. */
  let last: { readonly picture: string; readonly compact: Blob } | null = null

  async function compress(captureId: string): Promise<void> {
    const capture = await store.loadCapture(captureId)
    if (capture === undefined || capture.image === null) return
    // After the recording ends, the app compresses the rest; doing it here too would do the work twice.
    if ((await recordings.find(capture.sessionId))?.state !== 'recording') return
    const picture = await contentOf(capture.image)
    if (last?.picture !== picture) last = { picture, compact: await compressPicture(capture.image) }
    const { compact } = last
    const current = await store.loadCapture(captureId)
    if (current?.image?.size === capture.image.size) await captures.save({ ...current, compact })
  }

  return {
    add(captureId: string): void {
      queue.add(() => compress(captureId))
    },
  }
}

/** A key that is equal for equal pictures. */
async function contentOf(picture: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return new Uint8Array(digest).join()
}

import { snapshotLimits, type RecordedSnapshot } from '#protocol/snapshots.ts'

import type { PicturePart, RawSnapshot } from '../snapshot/raw-snapshot.ts'
import { resolveSnapshot } from '../snapshot/resolve-snapshot.ts'
import { removeTint } from '../snapshot/remove-tint.ts'
import type { RecordingStore } from './recording-store.ts'
import type { IdleQueue } from './idle-queue.ts'

export type SnapshotSaver = ReturnType<typeof createSnapshotSaver>

/**
 * Stores the pages of captures. A page is stored as received, and its files are fetched while the author pauses. The rest
 * is done when the web app asks for the page.
 */
export function createSnapshotSaver(store: RecordingStore, queue: IdleQueue) {
  const resolving = new Map<string, Promise<RecordedSnapshot | null>>()
  /** One page at a time, so that the recorded app gets the network first. */
  let last: Promise<unknown> = Promise.resolve()

  async function resolveStored(captureId: string): Promise<RecordedSnapshot | null> {
    const stored = await store.loadSnapshot(captureId)
    if (stored === undefined) return null
    if (stored.page !== null) return stored.page
    const picture = (await store.loadCapture(captureId))?.image ?? null
    if (picture === null) return null
    const { sessionId, raw } = stored
    const page = await resolveSnapshot(raw, {
      fetchFile,
      cutPicture: (part, pictureWidth) => cutPicture(picture, part, pictureWidth),
      saveFile: async (file) => {
        const hash = await hashOf(file)
        await store.saveSnapshotFile({ sessionId, hash, file })
        return hash
      },
    })
    await store.saveSnapshot({ captureId, sessionId, raw: emptied(raw), page })
    return page
  }

  function resolve(captureId: string): Promise<RecordedSnapshot | null> {
    const known = resolving.get(captureId)
    if (known !== undefined) return known
    const resolved = last.then(() => resolveStored(captureId)).catch(() => null)
    last = resolved
    resolving.set(captureId, resolved)
    return resolved.finally(() => resolving.delete(captureId))
  }

  return {
    /** Resolves when the page is stored. */
    async keep(sessionId: string, captureId: string, raw: RawSnapshot): Promise<void> {
      if ((await store.loadSnapshot(captureId)) !== undefined) return
      await store.saveSnapshot({ captureId, sessionId, raw, page: null })
      queue.add(() => resolve(captureId))
    },

    /** Null when the capture has no page. */
    page: resolve,

    async file(captureId: string, hash: string): Promise<Blob | null> {
      const capture = await store.loadCapture(captureId)
      return capture === undefined ? null : ((await store.loadSnapshotFile(capture.sessionId, hash)) ?? null)
    },
  }
}

const fetchTimeoutMs = 8_000

/** Uses the page's own cookies, and no CORS, from which extensions are exempt. */
async function fetchFile(url: string): Promise<Blob | null> {
  try {
    const answer = await fetch(url, {
      credentials: 'include',
      cache: 'force-cache',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(fetchTimeoutMs),
    })
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > snapshotLimits.fileBytesMax) {
      await answer.body?.cancel()
      return null
    }
    return await answer.blob()
  } catch {
    return null
  }
}

async function cutPicture(picture: Blob, part: PicturePart, pictureWidth: number): Promise<Blob | null> {
  const whole = await createImageBitmap(picture)
  try {
    const scale = whole.width / pictureWidth
    const width = Math.round(part.width * scale)
    const height = Math.round(part.height * scale)
    if (width < 1 || height < 1 || width * height > whole.width * whole.height * 4) return null
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context === null) return null
    const [left, top] = [Math.round(part.x * scale), Math.round(part.y * scale)]
    context.drawImage(whole, -left, -top)
    const { tints = [] } = part
    if (tints.length > 0) {
      const pixels = context.getImageData(0, 0, width, height)
      for (const tint of tints) {
        const [x, y] = [tint.x * scale - left, tint.y * scale - top]
        removeTint(pixels, { ...tint, x, y, width: tint.width * scale, height: tint.height * scale })
      }
      context.putImageData(pixels, 0, 0)
    }
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    whole.close()
  }
}

async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** Drops the page as received, which is no longer needed. */
function emptied(raw: RawSnapshot): RawSnapshot {
  return { ...raw, html: '', assets: [], sheets: [], loaded: null }
}

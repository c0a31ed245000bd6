import { copyHeight, copyWidth } from './settle-detector.ts'

/** The frames of a shared window. */
export interface WindowFrames {
  /** A small grey copy of what it shows now; null before its first frame. */
  readonly copy: () => Uint8Array | null
  /** What it shows now, at full size; null before its first frame. */
  readonly picture: () => Promise<Blob | null>
  readonly close: () => void
}

export function openFrames(stream: MediaStream): WindowFrames {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = stream
  // Playback starts with the first frame, which an idle window may send late.
  void video.play().catch(() => undefined)
  const small = new OffscreenCanvas(copyWidth, copyHeight).getContext('2d', { willReadFrequently: true })
  const hasFrame = () => video.videoWidth > 0 && video.videoHeight > 0

  return {
    copy() {
      if (small === null || !hasFrame()) return null
      small.drawImage(video, 0, 0, copyWidth, copyHeight)
      const { data } = small.getImageData(0, 0, copyWidth, copyHeight)
      const copy = new Uint8Array(copyWidth * copyHeight)
      for (const index of copy.keys()) {
        const at = index * 4
        copy[index] = ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
      }
      return copy
    },
    async picture() {
      if (!hasFrame()) return null
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
      canvas.getContext('2d')?.drawImage(video, 0, 0)
      return canvas.convertToBlob({ type: 'image/png' })
    },
    close() {
      video.pause()
      video.srcObject = null
    },
  }
}

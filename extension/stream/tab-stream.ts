import { differenceOf, mendPicture, type Pixels } from './mend-picture.ts'
import {
  createFrameClock,
  createRollingFrames,
  judgeFrame,
  type ActionMoment,
  type RollingFrame,
} from './rolling-frames.ts'
import type { StreamedPicture } from './stream-messages.ts'

/** The raw planes of a frame: video frames themselves are few, and holding one stalls the stream. */
interface RawFrame {
  readonly planes: ArrayBuffer
  readonly init: VideoFrameBufferInit
}

export interface TabStreamOptions {
  readonly streamId: string
  /** The newest screenshot from before the stream. */
  readonly screenshotId: string | null
  readonly width: number
  readonly height: number
  /** A stored screenshot; null when it is gone. */
  readonly loadScreenshot: (frameId: string) => Promise<Blob | null>
  /** The tab was closed or left the browser's hands. */
  readonly onEnd: () => void
}

export type TabStream = Awaited<ReturnType<typeof openTabStream>>

/** As many as screens show: Chrome leaves out frames beyond, and may repeat the last one much later. */
const framesPerSecond = 120
/** Of those in between, the newest is kept. */
const apartMs = 50
const memoryMost = 64_000_000
const framesMost = 8
/** How long to wait for frames that are on their way; a page on which nothing moves sends none. */
const lateMost = 400
const lookMs = 20
/** Which of them a browser uses depends on its graphics; frames say `bt709` either way. */
const matrices = ['bt709', 'smpte170m'] as const

/** Keeps the last frames of a tab; a page that stands still costs nothing. */
export async function openTabStream({
  streamId,
  screenshotId,
  width,
  height,
  loadScreenshot,
  onEnd,
}: TabStreamOptions) {
  const stream = await navigator.mediaDevices.getUserMedia(constraintsOf(streamId, width, height))
  const [track] = stream.getVideoTracks()
  if (track === undefined) throw new Error('The tab has no picture.')
  const frames = createRollingFrames<RawFrame>(
    Math.max(2, Math.min(framesMost, Math.floor(memoryMost / (width * height * 1.5)))),
  )
  const toEpoch = createFrameClock()
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader()
  let isPaused = false
  let reference: { readonly frameId: string; readonly frame: RollingFrame<RawFrame> } | null = null
  let matrix: (typeof matrices)[number] | null = null
  void read()

  async function read(): Promise<void> {
    for (;;) {
      const { done, value: frame } = await reader.read()
      if (done) return onEnd()
      try {
        const shownAt = toEpoch(frame.timestamp, Date.now())
        const rolling = { shownAt, content: await copyFrame(frame) }
        if (!isPaused) frames.add(rolling)
        // What has changed in between isn't taken from the screenshot.
        if (screenshotId !== null) reference ??= { frameId: screenshotId, frame: rolling }
      } catch {
        // A frame of a kind that can't be copied; the next one may be another.
      } finally {
        frame.close()
      }
      await passed(apartMs)
    }
  }

  async function toPicture(frame: RawFrame): Promise<Blob> {
    const known = reference === null ? null : await loadScreenshot(reference.frameId)
    if (reference === null || known === null) return toPng(draw(frame, matrix))
    const screenshot = await readPixels(known)
    const before = reference.frame.content
    const drawn = (tried: typeof matrix) => draw(before, tried, screenshot)
    matrix ??= closest(matrices, (tried) => differenceOf(drawn(tried), screenshot))
    const picture = draw(frame, matrix, screenshot)
    mendPicture(picture, drawn(matrix), screenshot)
    return toPng(picture)
  }

  return {
    setPaused(next: boolean): void {
      isPaused = next
      if (isPaused) frames.clear()
    },

    /** A screenshot of the tab as it was at `at`. */
    noteScreenshot(frameId: string, at: number): void {
      const frame = frames.newest(at)
      if (frame !== null) reference = { frameId, frame }
    },

    /** The tab right before an action; null when it isn't known, or the window has another size by now. */
    async pictureOf(moment: ActionMoment, size: { width: number; height: number }): Promise<StreamedPicture | null> {
      if (Math.abs(size.width - width) > 2 || Math.abs(size.height - height) > 2) return null
      while (!frames.isComplete(moment.at) && Date.now() < moment.at + lateMost) await passed(lookMs)
      const frame = frames.newest(moment.at)
      const judgement = frame === null ? null : judgeFrame(frame.shownAt, moment)
      if (frame === null || judgement === null) return null
      const dataUrl = await toDataUrl(await toPicture(frame.content))
      return { dataUrl, shownAt: frame.shownAt, isCertain: judgement === 'certain' }
    },

    stop(): void {
      for (const each of stream.getTracks()) each.stop()
    },
  }
}

/** The old form is the only one by which a tab's stream has an exact size. */
function constraintsOf(streamId: string, width: number, height: number): MediaStreamConstraints {
  const size = { minWidth: width, maxWidth: width, minHeight: height, maxHeight: height }
  const mandatory = {
    chromeMediaSource: 'tab',
    chromeMediaSourceId: streamId,
    maxFrameRate: framesPerSecond,
    ...size,
  }
  return { audio: false, video: { mandatory } as MediaTrackConstraints }
}

async function copyFrame(frame: VideoFrame): Promise<RawFrame> {
  const { format, codedWidth, codedHeight, timestamp } = frame
  if (format === null) throw new Error('The frame is out of reach.')
  const rect = { x: 0, y: 0, width: codedWidth, height: codedHeight }
  const planes = new ArrayBuffer(frame.allocationSize({ rect }))
  const layout = await frame.copyTo(planes, { rect })
  return { planes, init: { format, codedWidth, codedHeight, timestamp, layout } }
}

function draw(
  { planes, init }: RawFrame,
  matrix: (typeof matrices)[number] | null,
  { width, height }: { readonly width: number; readonly height: number } = {
    width: init.codedWidth,
    height: init.codedHeight,
  },
): ImageData {
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: matrix ?? 'bt709', fullRange: false } as const
  const frame = new VideoFrame(planes, { ...init, colorSpace })
  try {
    const context = contextOf(width, height)
    context.drawImage(frame, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  } finally {
    frame.close()
  }
}

async function readPixels(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture)
  const context = contextOf(bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height)
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas.')
  return context
}

async function toPng(pixels: Pixels & ImageData): Promise<Blob> {
  const context = contextOf(pixels.width, pixels.height)
  context.putImageData(pixels, 0, 0)
  return context.canvas.convertToBlob({ type: 'image/png' })
}

function toDataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')))
    reader.readAsDataURL(picture)
  })
}

function closest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | null {
  const measured = items.map((item) => ({ item, far: distance(item) })).sort((a, b) => a.far - b.far)
  return measured[0]?.item ?? null
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

import { differenceOf, mendPicture, type Pixels } from './mend-picture.ts'
import {
  createFrameClock,
  createRollingFrames,
  judgeFrame,
  type ActionMoment,
  type RollingFrame,
} from './rolling-frames.ts'
import type { StreamedPicture } from './stream-messages.ts'

/** A frame's raw planes. Video frames are scarce, and holding one stalls the stream. */
interface RawFrame {
  readonly planes: ArrayBuffer
  readonly init: VideoFrameBufferInit
}

export interface TabStreamOptions {
  readonly streamId: string
  /** The newest screenshot taken before the stream started. */
  readonly screenshotId: string | null
  readonly width: number
  readonly height: number
  /** Loads a stored screenshot; null if it was deleted. */
  readonly loadScreenshot: (frameId: string) => Promise<Blob | null>
  /** Called when the tab was closed, or the browser ended the stream. */
  readonly onEnd: () => void
}

export type TabStream = Awaited<ReturnType<typeof openTabStream>>

/** The usual refresh rate. With a lower one, Chrome drops frames and may repeat the last one much later. */
const framesPerSecond = 120
/** Of the frames within this interval, the newest is kept. */
const apartMs = 50
const memoryMax = 64_000_000
const framesMax = 8
/** How long to wait for frames in transit; a page where nothing moves sends none. */
const lateMax = 400
const lookMs = 20
/** The one used depends on the browser's GPU; frames claim `bt709` either way. */
const matrices = ['bt709', 'smpte170m'] as const

/** Keeps the last frames of a tab; a still page costs nothing. */
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
    Math.max(2, Math.min(framesMax, Math.floor(memoryMax / (width * height * 1.5)))),
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
        // Blocks that changed in between aren't taken from the screenshot.
        if (screenshotId !== null) reference ??= { frameId: screenshotId, frame: rolling }
      } catch {
        // This frame's format can't be copied; the next one may have another.
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

    /** Registers a screenshot of the tab taken at `at`. */
    noteScreenshot(frameId: string, at: number): void {
      const frame = frames.newest(at)
      if (frame !== null) reference = { frameId, frame }
    },

    /** The tab right before an action; null if unknown, or if the window's size has changed. */
    async pictureOf(moment: ActionMoment, size: { width: number; height: number }): Promise<StreamedPicture | null> {
      if (Math.abs(size.width - width) > 2 || Math.abs(size.height - height) > 2) return null
      while (!frames.isComplete(moment.at) && Date.now() < moment.at + lateMax) await passed(lookMs)
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

/** Only the legacy constraints give a tab's stream an exact size. */
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
  if (format === null) throw new Error('The tab’s frame can’t be read.')
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

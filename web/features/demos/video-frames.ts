import { SourceProblem, type FoundPicture } from './found-picture.ts'
import { SceneFinder, type Thumbprint } from './scene-finder.ts'

const minutesMax = 20
const framesMax = 100
const looksMax = 1_200
const lookMs = 500
/** A video that takes longer to open or to seek is stuck. */
const stuckMs = 20_000
const paintMs = 200
const pictureWidthMax = 2_560
const picturePixelsMax = 12_000_000
const print = { width: 96, height: 54 } as const

/** The settled screens of a screen recording, in any format that the browser plays. */
export async function* readVideoFrames(file: File, signal: AbortSignal): AsyncGenerator<FoundPicture> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    await open(video, address, file.name, signal)
    const { duration, videoWidth, videoHeight } = video
    const shrink = Math.min(1, pictureWidthMax / videoWidth, Math.sqrt(picturePixelsMax / (videoWidth * videoHeight)))
    const whole = new OffscreenCanvas(Math.round(videoWidth * shrink), Math.round(videoHeight * shrink))
    const small = new OffscreenCanvas(print.width, print.height)
    const stepSeconds = Math.max(lookMs / 1_000, duration / looksMax)
    const finder = new SceneFinder()
    let count = 0
    for (let seconds = 0; seconds < duration; seconds += stepSeconds) {
      await seek(video, seconds, signal)
      if (!finder.takes(printOf(small, video), seconds * 1_000)) continue
      const context = whole.getContext('2d')
      context?.drawImage(video, 0, 0, whole.width, whole.height)
      const picture = await whole.convertToBlob({ type: 'image/png' })
      count += 1
      const isLast = count === framesMax
      yield {
        file: new File([picture], `frame ${count}.png`, { type: 'image/png' }),
        label: timeText(seconds),
        share: Math.min(1, (seconds + stepSeconds) / duration),
        ...(isLast && {
          note: `Only the first ${framesMax} frames were read, up to ${timeText(seconds)}.`,
        }),
      }
      if (isLast) return
    }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

async function open(video: HTMLVideoElement, address: string, name: string, signal: AbortSignal): Promise<void> {
  const loaded = until(video, 'loadeddata', signal)
  video.src = address
  const cannot = `This browser can’t play “${name}”. Export it as MP4 (H.264) or WebM and choose that.`
  if (!(await loaded)) throw new SourceProblem(cannot)
  if (video.videoWidth === 0) throw new SourceProblem(`“${name}” has sound but no picture.`)
  if (!Number.isFinite(video.duration) || video.duration <= 0) await learnDuration(video, signal)
  if (!Number.isFinite(video.duration)) throw new SourceProblem(cannot)
  if (video.duration > minutesMax * 60) {
    throw new SourceProblem(`This video is longer than ${minutesMax} minutes. Cut it and choose the part to show.`)
  }
}

/** Recorders often omit the duration; seeking to the end makes the browser find it. */
async function learnDuration(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const found = until(video, 'durationchange', signal)
  video.currentTime = 1e7
  await found
}

async function seek(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  if (video.currentTime === seconds && seconds === 0) return
  const sought = until(video, 'seeked', signal)
  const shown = new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()))
  video.currentTime = seconds
  if (!(await sought))
    throw new SourceProblem('The video could not be read to its end. Convert it to MP4 and try again.')
  // The frame may be painted only after the event. A hidden tab reports none.
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, paintMs))])
}

/** Whether the event was fired before an error or the timeout. */
async function until(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<boolean> {
  const done = new AbortController()
  const timer = setTimeout(() => done.abort(), stuckMs)
  const hasFired = await new Promise<boolean>((resolve) => {
    video.addEventListener(event, () => resolve(true), { signal: done.signal })
    video.addEventListener('error', () => resolve(false), { signal: done.signal })
    done.signal.addEventListener('abort', () => resolve(false))
    signal.addEventListener('abort', () => resolve(false), { signal: done.signal })
  })
  clearTimeout(timer)
  done.abort()
  signal.throwIfAborted()
  return hasFired
}

function printOf(canvas: OffscreenCanvas, video: HTMLVideoElement): Thumbprint {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return new Uint8Array()
  context.drawImage(video, 0, 0, print.width, print.height)
  const { data } = context.getImageData(0, 0, print.width, print.height)
  const cells = new Uint8Array(print.width * print.height)
  for (let at = 0; at < cells.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3)
    cells[at] = (red * 3 + green * 6 + blue) / 10
  }
  return cells
}

function timeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

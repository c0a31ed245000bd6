import type { Piece, VideoSample } from './file-bytes.ts'
import { GifFile } from './gif-file.ts'
import { ScenePictures } from './scene-pictures.ts'
import { drawFrame, settledLayer } from './video-draw.ts'
import { stageVideo, type VideoStage } from './video-stage.ts'
import { writeMp4 } from './video-mp4.ts'
import { encoderFor, type VideoNews, type VideoOrder } from './video-order.ts'
import { sceneAt } from './video-plan.ts'
import { framesPerSecond } from './video-size.ts'
import { writeWebm } from './video-webm.ts'

/* Makes one video or GIF and reports progress. Terminated to cancel. */

const say = (news: VideoNews) => globalThis.postMessage(news, {})

globalThis.addEventListener(
  'message',
  ({ data }: MessageEvent<VideoOrder>) => {
    make(data).then(
      (file) => say({ type: 'done', file }),
      () => say({ type: 'failed' }),
    )
  },
  { once: true },
)

async function make(order: VideoOrder): Promise<Blob> {
  await loadFont(order.font)
  const canvas = new OffscreenCanvas(order.size.width, order.size.height)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: order.format === 'gif' })
  if (context === null) throw new Error('No canvas')
  const stage = stageVideo(order.demo, order.speed, order.size, context)
  const pictures = new ScenePictures(order.pictures)
  if (order.background !== null) await pictures.decodeBackground(order.background)
  const { format } = order
  return format === 'gif' ? makeGif(context, stage, pictures) : makeVideo(canvas, context, stage, pictures, format)
}

/** If it can't be loaded, the system font is used. */
async function loadFont(bytes: ArrayBuffer | null): Promise<void> {
  if (bytes === null) return
  const { fonts } = globalThis as unknown as { readonly fonts: FontFaceSet }
  const face = new FontFace('Inter Variable', bytes, { weight: '100 900' })
  await face.load().then(
    () => fonts.add(face),
    () => undefined,
  )
}

async function makeVideo(
  canvas: OffscreenCanvas,
  context: OffscreenCanvasRenderingContext2D,
  stage: VideoStage,
  pictures: ScenePictures,
  format: 'mp4' | 'webm',
): Promise<Blob> {
  const config = await encoderFor(format, stage.size)
  if (config === null) throw new Error('No encoder')
  const samples: VideoSample[] = []
  let description: Piece | null = null
  const failed = Promise.withResolvers<never>()
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      samples.push({ bytes, isKey: chunk.type === 'key' })
      const found = metadata?.decoderConfig?.description
      if (found !== undefined && description === null) description = copyOf(found)
    },
    error: failed.reject,
  })
  encoder.configure(config)
  const rate = framesPerSecond.video
  const layer = settledLayer(stage)
  for await (const { frame, ms, isNewScene, share } of framesOf(stage, pictures, rate)) {
    drawFrame(context, stage, pictures, ms, { layer })
    const picture = new VideoFrame(canvas, {
      timestamp: Math.round((frame * 1e6) / rate),
      duration: Math.round(1e6 / rate),
    })
    encoder.encode(picture, { keyFrame: isNewScene || frame % (5 * rate) === 0 })
    picture.close()
    while (encoder.encodeQueueSize > 6) {
      const dequeued = new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }))
      await Promise.race([dequeued, failed.promise])
    }
    if (frame % 10 === 0) say({ type: 'progress', share })
  }
  await Promise.race([encoder.flush(), failed.promise])
  encoder.close()
  const { width, height } = stage.size
  const video = { width, height, framesPerSecond: rate, samples, codec: config.codec, description }
  return format === 'mp4' ? writeMp4(video) : writeWebm(video)
}

async function makeGif(
  context: OffscreenCanvasRenderingContext2D,
  stage: VideoStage,
  pictures: ScenePictures,
): Promise<Blob> {
  const { width, height } = stage.size
  const gif = new GifFile(width, height)
  const rate = framesPerSecond.gif
  const layer = settledLayer(stage)
  const settledMs = 800
  const pixelsAt = (ms: number) => {
    drawFrame(context, stage, pictures, ms, { isStill: true, layer })
    return context.getImageData(0, 0, width, height).data
  }
  for await (const { ms, isNewScene, share } of framesOf(stage, pictures, rate)) {
    const found = sceneAt(stage.plan, ms)
    if (isNewScene && found !== null) gif.useColorsOf(pixelsAt(Math.min(ms + settledMs, found.scene.endMs - 1)))
    gif.add(pixelsAt(ms), 100 / rate)
    say({ type: 'progress', share })
  }
  return gif.end()
}

interface Frame {
  readonly frame: number
  readonly ms: number
  readonly isNewScene: boolean
  readonly share: number
}

/** The times to draw, with the pictures each needs. */
async function* framesOf(stage: VideoStage, pictures: ScenePictures, rate: number): AsyncGenerator<Frame> {
  const count = Math.ceil((stage.plan.ms * rate) / 1_000)
  let last = -1
  for (let frame = 0; frame < count; frame += 1) {
    const ms = (frame * 1_000) / rate
    const at = sceneAt(stage.plan, ms)?.at ?? 0
    const isNewScene = at !== last
    if (isNewScene) await pictures.prepare(stage, at)
    last = at
    yield { frame, ms, isNewScene, share: frame / count }
  }
  pictures.close()
}

function copyOf(source: AllowSharedBufferSource): Piece {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  return new Uint8Array(view)
}

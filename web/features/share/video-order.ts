import type { PlayerDemo } from '#protocol/player-page.ts'

import type { VideoSize } from './video-size.ts'

export type VideoFormat = 'mp4' | 'webm' | 'gif'

/** A request to the worker. */
export interface VideoOrder {
  readonly demo: PlayerDemo
  /** The pictures of all steps, by id. */
  readonly pictures: ReadonlyMap<string, Blob>
  readonly background: Blob | null
  readonly format: VideoFormat
  readonly size: VideoSize
  readonly speed: number
  /** The Inter font; null if it couldn't be loaded. */
  readonly font: ArrayBuffer | null
}

export type VideoNews =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'done'; readonly file: Blob }
  | { readonly type: 'failed' }

/** Best first; all are 8-bit 4:2:0 at up to 1080p and 30 frames per second. */
const codecs = { mp4: ['avc1.640028', 'avc1.4d0028', 'avc1.420028'], webm: ['vp09.00.40.08', 'vp8'] } as const

/** The encoder settings for a format; null if this browser can't encode it. */
export async function encoderFor(format: 'mp4' | 'webm', size: VideoSize): Promise<VideoEncoderConfig | null> {
  if (typeof VideoEncoder === 'undefined') return null
  for (const codec of codecs[format]) {
    const config: VideoEncoderConfig = {
      codec,
      width: size.width,
      height: size.height,
      // Screen content has sharp edges but rarely changes.
      bitrate: Math.round(size.width * size.height * 2.4),
      framerate: 30,
      latencyMode: 'quality',
      ...(format === 'mp4' && { avc: { format: 'avc' as const } }),
    }
    const answer = await VideoEncoder.isConfigSupported(config).catch(() => null)
    if (answer?.supported === true) return config
  }
  return null
}

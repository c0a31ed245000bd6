import { limits } from '#domain/limits.ts'

import { mixChannels, toWav, type Sound } from './narration-sound.ts'

/* Encodes a recording so that every browser can play it: AAC if this browser has an encoder, otherwise WAV. */

/** Supported by every system's AAC encoder. */
const soundRate = 48_000
/** For WAV, which is uncompressed. */
const wavRate = 24_000
/** The lowest that Windows' encoder supports. */
const bitsPerSecond = 96_000

export async function encodeSound(sound: Sound): Promise<Blob> {
  const aac = await encodeAac(sound).catch(() => null)
  return aac ?? toWav(await resample(sound, wavRate))
}

/** Decodes any audio this browser plays, at most five minutes; null if it isn't audio. */
export async function decodeSound(file: Blob): Promise<Sound | null> {
  try {
    const context = new OfflineAudioContext(1, 1, soundRate)
    const buffer = await context.decodeAudioData(await file.arrayBuffer())
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) => buffer.getChannelData(index))
    const { samples, rate } = mixChannels(channels, buffer.sampleRate)
    return { samples: samples.slice(0, (limits.recordingMsMax / 1_000) * rate), rate }
  } catch {
    return null
  }
}

async function resample({ samples, rate }: Sound, wanted: number): Promise<Sound> {
  const context = new OfflineAudioContext(1, Math.max(1, Math.ceil((samples.length / rate) * wanted)), wanted)
  const buffer = context.createBuffer(1, samples.length, rate)
  buffer.copyToChannel(samples, 0)
  const source = context.createBufferSource()
  source.buffer = buffer
  source.connect(context.destination)
  source.start()
  const rendered = await context.startRendering()
  return { samples: rendered.getChannelData(0), rate: wanted }
}

/** Null if the browser has no encoder. */
async function encodeAac({ samples, rate }: Sound): Promise<Blob | null> {
  if (!('AudioEncoder' in globalThis)) return null
  const config: AudioEncoderConfig = {
    codec: 'mp4a.40.2',
    sampleRate: rate,
    numberOfChannels: 1,
    bitrate: bitsPerSecond,
    // ADTS: a header before every frame instead of a container.
    aac: { format: 'adts' },
  }
  const { supported } = await AudioEncoder.isConfigSupported(config)
  if (supported !== true) return null
  const frames: Uint8Array<ArrayBuffer>[] = []
  let failure: unknown = null
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const frame = new Uint8Array(chunk.byteLength)
      chunk.copyTo(frame)
      frames.push(frame)
    },
    error: (error) => {
      failure = error
    },
  })
  encoder.configure(config)
  for (let start = 0; start < samples.length; start += rate) {
    const part = samples.slice(start, start + rate)
    const data = new AudioData({
      format: 'f32',
      sampleRate: rate,
      numberOfFrames: part.length,
      numberOfChannels: 1,
      timestamp: Math.round((start / rate) * 1_000_000),
      data: part,
    })
    encoder.encode(data)
    data.close()
  }
  await encoder.flush()
  encoder.close()
  const [first] = frames
  // Without the header, the browser ignored the requested format.
  if (failure !== null || first?.[0] !== 0xff || ((first[1] ?? 0) & 0xf6) !== 0xf0) return null
  return new Blob(frames, { type: 'audio/aac' })
}

import { AudioProblem, requireLength, type CheckedAudio } from './checked-audio.ts'
import { writeM4a } from './write-m4a.ts'

/** By the index in a frame's header (ISO/IEC 14496-3). */
const sampleRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
const samplesPerFrame = 1_024
/** 6,144 bits a channel is the most AAC allows. */
const frameBytesPerChannel = 768

/** Reads a stream of AAC-LC frames (ADTS) and writes them into an MP4 file, in which browsers can seek. */
export function readAac(file: Uint8Array): CheckedAudio {
  const first = headerAt(file, 0)
  const rate = sampleRates[first.rateIndex] ?? 0
  const frames: Uint8Array[] = []
  for (let offset = 0; offset < file.byteLength;) {
    const header = headerAt(file, offset)
    if (header.rateIndex !== first.rateIndex || header.channels !== first.channels) throw damaged()
    const frame = file.subarray(offset + header.headerBytes, offset + header.frameBytes)
    if (frame.byteLength !== header.frameBytes - header.headerBytes || !beginsWithSound(frame, header.channels)) {
      throw damaged()
    }
    frames.push(frame)
    // Hostile streams are cut off here.
    requireLength(msOf(frames.length, rate))
    offset += header.frameBytes
  }
  return {
    content: writeM4a(frames, { rate, rateIndex: first.rateIndex, channels: first.channels, samplesPerFrame }),
    mimeType: 'audio/mp4',
    extension: 'm4a',
    ms: msOf(frames.length, rate),
  }
}

function msOf(frames: number, rate: number): number {
  return Math.round((frames * samplesPerFrame * 1_000) / rate)
}

interface FrameHeader {
  readonly rateIndex: number
  readonly channels: number
  readonly headerBytes: number
  readonly frameBytes: number
}

function headerAt(file: Uint8Array, offset: number): FrameHeader {
  const at = (index: number): number => file[offset + index] ?? 0
  // The sync word, layer 0, one raw block.
  if (offset + 7 > file.byteLength || at(0) !== 0xff || (at(1) & 0xf6) !== 0xf0 || (at(6) & 3) !== 0) throw damaged()
  const headerBytes = (at(1) & 1) === 1 ? 7 : 9
  const rateIndex = (at(2) >> 2) & 15
  const channels = ((at(2) & 1) << 2) | (at(3) >> 6)
  if (at(2) >> 6 !== 1 || rateIndex >= sampleRates.length || channels < 1 || channels > 2) {
    throw new AudioProblem('Only AAC-LC sound with one or two channels is accepted.')
  }
  const frameBytes = ((at(3) & 3) << 11) | (at(4) << 3) | (at(5) >> 5)
  if (frameBytes <= headerBytes || frameBytes > headerBytes + frameBytesPerChannel * channels) throw damaged()
  return { rateIndex, channels, headerBytes, frameBytes }
}

/**
 * The first element must be one channel's audio, a pair's, or fill before it: never a data element, which can contain
 * anything.
 */
function beginsWithSound(frame: Uint8Array, channels: number): boolean {
  const element = (frame[0] ?? 0) >> 5
  return element === channels - 1 || element === 6
}

function damaged(): AudioProblem {
  return new AudioProblem('The AAC file is damaged.')
}

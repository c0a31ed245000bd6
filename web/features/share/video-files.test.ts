import { expect, test } from 'vitest'

import type { EncodedVideo } from './file-bytes.ts'
import { writeMp4 } from './video-mp4.ts'
import { writeWebm } from './video-webm.ts'

const video = (codec: string): EncodedVideo => ({
  width: 1_280,
  height: 720,
  framesPerSecond: 30,
  codec,
  description: codec.startsWith('avc1') ? Uint8Array.of(1, 100, 0, 40) : null,
  // 70 seconds with a key frame every 5: more than a WebM cluster can hold.
  samples: Array.from({ length: 2_100 }, (_, at) => ({ bytes: Uint8Array.of(0xab, at % 256), isKey: at % 150 === 0 })),
})

async function viewOf(file: Blob): Promise<DataView> {
  return new DataView(await file.arrayBuffer())
}

const name = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** The position of the next box with this name, from `at`. */
function find(view: DataView, wanted: string, at = 0): number {
  for (let place = at; place < view.byteLength - 4; place += 1) if (name(view, place) === wanted) return place
  return -1
}

test('puts an MP4’s index first, pointing to its frames', async () => {
  const view = await viewOf(writeMp4(video('avc1.640028')))
  const boxes: string[] = []
  for (let at = 0; at < view.byteLength; at += view.getUint32(at)) boxes.push(name(view, at + 4))
  expect(boxes).toEqual(['ftyp', 'moov', 'mdat'])
  const content = view.getUint32(find(view, 'stco') + 12)
  expect(content).toBe(find(view, 'mdat') + 4)
  expect([view.getUint8(content), view.getUint8(content + 3)]).toEqual([0xab, 1])
  expect(view.getUint32(find(view, 'stss') + 8)).toBe(14)
  const header = find(view, 'mvhd') + 4
  expect(view.getUint32(header + 16) / view.getUint32(header + 12)).toBe(70)
  expect(find(view, 'avcC')).toBeGreaterThan(0)
})

test('declares VP9 in an MP4', async () => {
  const view = await viewOf(writeMp4(video('vp09.00.40.08')))
  expect(find(view, 'vp09')).toBeGreaterThan(0)
  expect(find(view, 'vpcC')).toBeGreaterThan(0)
})

test('points each entry of a WebM’s index to a cluster', async () => {
  const view = await viewOf(writeWebm(video('vp09.00.40.08')))
  let segment = 0
  while (view.getUint32(segment) !== 0x18538067) segment += 1
  const content = segment + 12
  const places: number[] = []
  for (let at = content; at < view.byteLength - 13 && view.getUint32(at) !== 0x1f43b675; at += 1) {
    // CueClusterPosition, in eight bytes.
    if (view.getUint8(at) === 0xf1 && view.getUint32(at + 1) === 0x01000000 && view.getUint32(at + 5) === 8)
      places.push(Number(view.getBigUint64(at + 9)))
  }
  expect(places).toHaveLength(14)
  for (const place of places) expect(view.getUint32(content + place)).toBe(0x1f43b675)
})

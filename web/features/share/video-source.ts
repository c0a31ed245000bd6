import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

import { withMediaAddress, type Card } from '#domain/card.ts'
import { finishedCard } from '#domain/unfinished-card.ts'
import { fillDemo } from '#protocol/fill-demo.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { loadBrand, toPlayerStep } from '../../lib/player-demo.ts'
import { fetchPicture, fetchPictures } from './fetch-pictures.ts'
import type { SharedDemo } from './shared-demo.ts'

export interface VideoSource {
  /** Only the steps whose pictures could be read. */
  readonly demo: PlayerDemo
  readonly pictures: ReadonlyMap<string, Blob>
  readonly background: Blob | null
  readonly missing: number
  /** The Inter font, since workers don't share the page's fonts. */
  readonly font: ArrayBuffer | null
}

const pictureWidth = 1_920
/** For steps with a zoom area. */
const zoomedWidth = 3_840

/** Loads the demo with its variables' fallbacks, and the pictures that visitors get. */
export async function loadVideoSource(
  { demoId, steps, sharing }: SharedDemo,
  cards: readonly Card[],
  backendUrl: string,
  signal: AbortSignal,
): Promise<VideoSource> {
  if (sharing === undefined) throw new Error('Not loaded yet')
  const { name, description, look } = sharing
  const [brand, found, background, font] = await Promise.all([
    loadBrand(demoId, backendUrl),
    fetchPictures(steps, (step) =>
      scaledImageAddress(backendUrl, step.screenshotUrl, step.look.zoom === null ? pictureWidth : zoomedWidth),
    ),
    look.background === 'image' && look.backgroundImage !== null
      ? fetchPicture(scaledImageAddress(backendUrl, look.backgroundImage, 1_440))
      : null,
    fetch(inter).then(
      (answer) => (answer.ok ? answer.arrayBuffer() : null),
      () => null,
    ),
  ])
  signal.throwIfAborted()
  const pictures = new Map(found.map(({ step, content }) => [step.id, content]))
  const demo: PlayerDemo = {
    id: demoId,
    name,
    description,
    brand,
    look,
    variables: {},
    steps: steps
      .filter(({ id }) => pictures.has(id))
      .map((step, at) => ({ ...toPlayerStep(step, backendUrl), order: at + 1 })),
    cards: cards.flatMap((card) => finishedCard(withMediaAddress(card, backendUrl)) ?? []),
  }
  return { demo: fillDemo(demo, {}), pictures, background, missing: steps.length - pictures.size, font }
}

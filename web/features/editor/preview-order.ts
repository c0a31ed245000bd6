import { withMediaAddress } from '#domain/card.ts'
import type { Brand } from '#domain/brand.ts'
import { finishedCard } from '#domain/unfinished-card.ts'
import type { PreviewOrder } from '#protocol/preview-messages.ts'
import type { StepSnapshot } from '#protocol/snapshots.ts'
import { stepSnapshot } from '#protocol/step-snapshot.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { loadRecordingAddresses } from '../../lib/narration-calls.ts'
import { toPlayerStep } from '../../lib/player-demo.ts'
import { loadPageRows } from '../../lib/step-pages.ts'
import { visibleCards } from './cards-state.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import { hasPage } from '../../lib/page-texts.ts'
import { currentLook } from './unsaved.ts'

/** The demo as currently edited, from the selected step on. If that is the first step, starts at the cover. */
export function previewOrder(
  state: EditorState,
  { brand, sounds, pages }: { readonly brand: Brand } & Pick<PreviewOrder, 'sounds'> & { readonly pages: PreviewPages },
  backendUrl: string,
): PreviewOrder {
  const steps = visibleSteps(state)
  const look = currentLook(state)
  const { name, description } = currentText(state)
  const index = Math.max(
    0,
    steps.findIndex(({ id }) => id === state.selectedId),
  )
  const { backgroundImage } = look
  return {
    source: 'understudy-editor',
    sounds,
    index,
    place: look.cover.isOn && index === 0 ? 'cover' : 'step',
    backgroundUrl: backgroundImage === null ? null : scaledImageAddress(backendUrl, backgroundImage, 1440),
    demo: {
      id: state.saved.id,
      name,
      description: description?.trim() === '' ? null : description,
      brand,
      look,
      variables: {},
      steps: steps.map((step) => {
        const snapshot = step.look.showAs === 'page' ? pages.get(step.screenshotUrl) : undefined
        return { ...toPlayerStep(step, backendUrl), ...(snapshot !== undefined && { snapshot }) }
      }),
      cards: steps.flatMap(({ id }) =>
        visibleCards(state, id).flatMap((card) => finishedCard(withMediaAddress(card, backendUrl)) ?? []),
      ),
    },
  }
}

/** A narrated demo's recordings, saved or not. A voice reads steps whose recording can't be fetched. */
export async function loadSounds(state: EditorState): Promise<PreviewOrder['sounds']> {
  const recorded = visibleSteps(state).flatMap(({ id, narration }) => (narration ? [{ id, narration }] : []))
  if (!currentLook(state).isNarrated || recorded.length === 0) return {}
  const urls = await loadRecordingAddresses(recorded.map(({ narration }) => narration.audioId)).catch(() => null)
  return Object.fromEntries(
    recorded.flatMap(({ id, narration: { audioId, ms, text } }) => {
      const url = urls?.get(audioId)
      return url === undefined ? [] : [[id, { url, ms, text }]]
    }),
  )
}

/** Captured pages by picture, with edits burnt in. */
export type PreviewPages = ReadonlyMap<string, StepSnapshot>

/** If loading fails, steps show their pictures. */
export async function loadPages(state: EditorState): Promise<PreviewPages> {
  const pictures = visibleSteps(state).flatMap((step) => (hasPage(step) ? [step.screenshotUrl] : []))
  const rows = await loadPageRows(pictures).catch(() => [])
  return new Map([...rows].map(([picture, row]) => [picture, stepSnapshot(row, currentLook(state))]))
}

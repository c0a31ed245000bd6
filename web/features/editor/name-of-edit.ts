import type { Step } from '#domain/demo.ts'
import type { PageEdit, PageEdits } from '#domain/page-edits.ts'
import { noPictureEdits, type PictureEdits } from '#domain/picture-edits.ts'

import { currentCard } from './cards-state.ts'
import type { Edit } from './editor-edits.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { stableText } from '../../lib/stable-text.ts'
import type { LookPatch, StepPatch } from './unsaved.ts'

/** The name of an edit, as shown after “Undo” or “Redo”. */
export function nameOf(state: EditorState, change: Edit): string {
  switch (change.type) {
    case 'name':
      return 'rename demo'
    case 'description':
      return 'edit demo description'
    case 'order':
      return 'move step'
    case 'remove-steps':
      return change.ids.length === 1 ? 'delete step' : 'delete steps'
    case 'restore-steps':
      return change.items.length === 1 ? 'restore step' : 'restore steps'
    case 'several':
      return change.name
    case 'step': {
      const { patch } = change
      if ('screenshotUrl' in patch) return 'replace image'
      if (patch.edits !== undefined)
        return nameOfEdits(
          visibleSteps(state).find(({ id }) => id === change.id),
          patch.edits,
        )
      if (patch.pageEdits !== undefined)
        return nameOfPageEdits(
          visibleSteps(state).find(({ id }) => id === change.id)?.pageEdits ?? [],
          patch.pageEdits ?? [],
        )
      if ('title' in patch) return 'edit title'
      if ('alt' in patch) return 'edit image description'
      if ('description' in patch) return 'edit notes'
      if ('narration' in patch) return nameOfNarration(state, change.id, patch)
      const step = visibleSteps(state).find(({ id }) => id === change.id)
      if (patch.hotspot === undefined) return nameOfLook(step, patch)
      if (patch.hotspot === null) return 'remove hotspot'
      return (step?.hotspot ?? null) === null ? 'add hotspot' : 'move hotspot'
    }
    case 'demo-look':
      return nameOfDemoLook(change.patch)
    case 'card': {
      const before = currentCard(state, change.id)
      if (change.card === null) return 'delete card'
      if (before === null) return 'add card'
      const { widthPercent, heightPercent, xPercent, yPercent } = change.card
      if (before.widthPercent !== widthPercent || before.heightPercent !== heightPercent) return 'resize card'
      return before.xPercent !== xPercent || before.yPercent !== yPercent ? 'move card' : 'edit card'
    }
  }
}

function nameOfEdits(step: Step | undefined, after: PictureEdits): string {
  const before = step?.edits ?? noPictureEdits
  if (stableText(before.crop) !== stableText(after.crop)) return after.crop === null ? 'remove crop' : 'crop picture'
  const more = after.areas.length - before.areas.length
  return more > 0 ? 'add redaction' : more < 0 ? 'remove redaction' : 'change redaction'
}

const namesOfPageEdits: Readonly<Record<PageEdit['kind'], string>> = {
  text: 'edit page text',
  image: 'swap image',
  hide: 'hide part of the page',
  blur: 'blur part of the page',
  remove: 'remove part of the page',
}

function nameOfPageEdits(before: PageEdits, after: PageEdits): string {
  const had = new Set(before.map((each) => stableText(each)))
  const has = new Set(after.map((each) => stableText(each)))
  const added = after.find((each) => !had.has(stableText(each)))
  if (added !== undefined) return namesOfPageEdits[added.kind]
  return before.some((each) => !has.has(stableText(each))) ? 'show the page as captured' : 'edit page'
}

function nameOfNarration(state: EditorState, id: string, { narration }: StepPatch): string {
  if (narration === null) return 'delete recording'
  const before = visibleSteps(state).find((step) => step.id === id)?.narration
  return before?.audioId === narration?.audioId ? 'edit captions' : 'record narration'
}

function nameOfLook(step: Step | undefined, patch: StepPatch): string {
  if (patch.look === undefined) return 'change link of hotspot'
  const [before, after] = [step?.look, patch.look]
  if (before === undefined) return 'change step'
  if (before.chapter !== after.chapter) return 'edit chapter'
  if (before.action !== after.action) return 'change action'
  if (before.calloutSide !== after.calloutSide) return 'move callout'
  if (before.zoom !== after.zoom) {
    return after.zoom === null ? 'remove zoom' : before.zoom === null ? 'add zoom' : 'change zoom'
  }
  return 'change hotspot'
}

const namesOfLook: Readonly<Record<keyof LookPatch, string>> = {
  layout: 'change layout',
  frame: 'change frame',
  frameAddress: 'edit frame address',
  background: 'change background',
  backgroundColor: 'change background',
  backgroundImage: 'change background',
  hasCamera: 'change camera',
  playsItself: 'change autoplay',
  secondsPerStep: 'change autoplay',
  isNarrated: 'change narration',
  cover: 'edit cover',
  ending: 'edit ending',
  color: 'change colour',
  font: 'change font',
  variables: 'edit variables',
}

function nameOfDemoLook(patch: LookPatch): string {
  const [key] = Object.keys(patch) as (keyof LookPatch)[]
  return key === undefined ? 'change demo' : namesOfLook[key]
}

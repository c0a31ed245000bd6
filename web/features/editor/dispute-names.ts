import { currentCard } from './cards-state.ts'
import { partsOf, type FieldId } from './editor-fields.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'

const names: Readonly<Record<string, string>> = {
  'demo name': 'demo name',
  'demo description': 'demo description',
  'step title': 'title',
  'step alt': 'image description',
  'step description': 'notes',
  'step hotspot': 'hotspot',
  'step picture': 'image',
  'step targetStepId': 'link of the hotspot',
  'step narration': 'narration',
  'step edits': 'redactions',
  'step pageEdits': 'captured page',
  'step look.chapter': 'chapter',
  'step look.action': 'action',
  'step look.marker': 'marker',
  'step look.box': 'box',
  'step look.zoom': 'zoom area',
  'step look.calloutSide': 'side of the callout',
  'look frame': 'frame',
  'look frameAddress': 'frame address',
  'look layout': 'layout',
  'look cover': 'cover',
  'look ending': 'ending',
  'look variables': 'variables',
  'look color': 'colour',
  'look font': 'font',
  'card title': 'card title',
  'card description': 'card text',
  'card ': 'card',
  'card linkUrl': 'link of the card',
  'card fields': 'fields of the form',
  'card buttonLabel': 'button of the card',
}

/** The disputed field's name, for use in a sentence. */
export function fieldName(field: FieldId): string {
  const [kind, , key] = partsOf(field)
  if (kind === 'order') return 'order of the steps'
  return names[`${kind} ${key}`] ?? (kind === 'card' ? 'look of the card' : 'look')
}

/** The field's step, after a joining word; empty for the demo's own fields. */
export function placeName(state: EditorState, field: FieldId, joint: string): string {
  const [kind, id] = partsOf(field)
  const stepId = kind === 'step' ? id : kind === 'card' ? stepOfCard(state, id) : undefined
  const step = visibleSteps(state).find((candidate) => candidate.id === stepId)
  return step === undefined ? '' : `${joint}step ${step.order}`
}

function stepOfCard(state: EditorState, id: string): string | undefined {
  return (currentCard(state, id) ?? state.savedCards.find((card) => card.id === id))?.stepId
}

import { defaultTexts, hasButton, type Card, type CardPart, type CardType } from './card.ts'

/* Keeps unfinished cards from visitors: drops placeholder texts and empty parts. */

/** Placeholders addressed to the author. Other defaults suit visitors as they are ("Click here"). */
const placeholders: Readonly<Record<CardType, readonly CardPart[]>> = {
  lead: ['title', 'description'],
  click: [],
  cue: ['description'],
  media: [],
  custom: ['title', 'description'],
}

/** A card as visitors see it, without unfinished parts; null when all of it is unfinished. */
export function finishedCard(card: Card): Card | null {
  const hidden = placeholderParts(card)
  const shown: Card = {
    ...card,
    ...(hidden.includes('title') && { title: '' }),
    ...(hidden.includes('description') && { description: '' }),
    fields: card.fields.filter(({ label }) => label.trim() !== ''),
  }
  return hasOwnContent(shown, hidden) ? shown : null
}

/** What the author still has to do, as list items; empty if finished. */
export function unfinishedParts(card: Card): readonly string[] {
  const texts = placeholderParts(card)
  const hasBlankField = card.fields.some(({ label }) => label.trim() === '')
  const lacksMedia = card.type === 'media' && card.mediaUrl === null
  const parts = [...texts, ...(lacksMedia ? ['picture or video'] : []), ...(hasBlankField ? ['name of a field'] : [])]
  return parts.length === 0 && finishedCard(card) === null ? ['text'] : parts
}

function placeholderParts(card: Card): readonly CardPart[] {
  return placeholders[card.type].filter((part) => card[part].trim() === defaultTexts[card.type][part])
}

function hasOwnContent(shown: Card, hidden: readonly CardPart[]): boolean {
  const { type, title, description, mediaUrl, linkUrl, targetStepId, buttonLabel } = shown
  const defaults = defaultTexts[type]
  if (description.trim() !== '' || mediaUrl !== null) return true
  // A cue's default title is fine above the author's own words, but not alone.
  if (title.trim() !== '' && !(type === 'cue' && title.trim() === defaults.title)) return true
  if (type === 'lead') return hidden.length === 0
  return hasButton(shown) && (buttonLabel.trim() !== defaults.buttonLabel || linkUrl !== null || targetStepId !== null)
}

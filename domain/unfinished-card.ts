import { defaultTexts, type Card, type CardPart, type CardType } from './card.ts'

/* What an author has not written yet never reaches a visitor: texts that only say where to write, and what is empty. */

/** The default texts that speak to the author. The others are good for visitors as they are ("Click here"). */
const placeholders: Readonly<Record<CardType, readonly CardPart[]>> = {
  lead: ['title', 'description'],
  click: [],
  cue: ['description'],
  media: [],
  custom: ['title', 'description'],
}

/** A card as visitors get it, without what is unfinished of it; null when the card itself is. */
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

/** What its author has still to do, in words that stand in a list; nothing when it is finished. */
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
  // A cue's default title is good above words of the author's own, and says nothing alone.
  if (title.trim() !== '' && !(type === 'cue' && title.trim() === defaults.title)) return true
  if (type === 'lead') return hidden.length === 0
  const hasButton = type === 'custom' && buttonLabel.trim() !== ''
  return hasButton && (buttonLabel.trim() !== defaults.buttonLabel || linkUrl !== null || targetStepId !== null)
}

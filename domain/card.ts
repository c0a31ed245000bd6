import { screenshotAddress } from './demo.ts'
import { clampPercent, percentOf } from './percent.ts'
import { linkProblem, type TextFormat } from './text-format.ts'

/* A card laid over a step (spec §3 "Card types"): plain data, and the rules that apply everywhere. */

export const cardTypes = ['lead', 'click', 'cue', 'media', 'custom'] as const
export type CardType = (typeof cardTypes)[number]

/** As the Add Card panel lists them (spec §3). */
export const cardNames = {
  lead: { name: 'Lead Card', about: 'Captures lead info with a customizable form.' },
  click: { name: 'Click Card', about: 'Guides through click actions.' },
  cue: { name: 'Cue Card', about: 'Hints and instructions.' },
  media: { name: 'Media Card', about: 'Embeds video, images or other media.' },
  custom: { name: 'Custom Card', about: 'Fully customized layout.' },
} as const satisfies Readonly<Record<CardType, { readonly name: string; readonly about: string }>>

/** What a type of card has besides its texts. A `form` brings its own button for sending. */
export const cardFeatures: Readonly<Record<CardType, readonly ('form' | 'media' | 'button' | 'link' | 'target')[]>> = {
  lead: ['form', 'target'],
  click: ['link', 'target'],
  cue: [],
  media: ['media'],
  custom: ['media', 'button', 'link', 'target'],
}

export const cardGates = ['none', 'required', 'skippable'] as const
export type CardGate = (typeof cardGates)[number]

export type CardPart = 'title' | 'description'

export interface CardField {
  /** Every lead has `email` and `name`. */
  readonly id: string
  readonly label: string
  readonly type: 'email' | 'text' | 'tel' | 'textarea'
  readonly isRequired: boolean
}

/** Upper left corner and size, in percent of the step's picture. */
export interface CardPlace {
  readonly xPercent: number
  readonly yPercent: number
  readonly widthPercent: number
  readonly heightPercent: number
}

export interface Card extends CardPlace {
  readonly id: string
  readonly stepId: string
  readonly type: CardType
  /** Lower cards are drawn below higher ones. */
  readonly position: number
  readonly title: string
  readonly description: string
  readonly format: Readonly<Record<CardPart, TextFormat>>
  readonly fields: readonly CardField[]
  readonly buttonLabel: string
  readonly consentText: string | null
  /** An https URL, or the path of an uploaded picture in the bucket of screenshots. */
  readonly mediaUrl: string | null
  readonly linkUrl: string | null
  readonly targetStepId: string | null
  /** For a lead card: whether visitors must send it, may skip it, or neither. */
  readonly gate: CardGate
}

const plain: TextFormat = {
  font: 'Inter',
  sizePx: 14,
  color: null,
  isBold: false,
  isItalic: false,
  isUnderlined: false,
}

export const defaultFormat: Readonly<Record<CardPart, TextFormat>> = {
  title: { ...plain, sizePx: 18, isBold: true },
  description: plain,
}

/** The two fields every lead form has (spec §3). */
export const requiredFields: readonly CardField[] = [
  { id: 'email', label: 'WORK EMAIL', type: 'email', isRequired: true },
  { id: 'name', label: 'NAME', type: 'text', isRequired: true },
]

/** Spec §9: in screen pixels when the card is placed. The other types' sizes are ours. */
const cardSizes: Readonly<Record<CardType, { readonly widthPx: number; readonly heightPx: number }>> = {
  lead: { widthPx: 400, heightPx: 300 },
  click: { widthPx: 300, heightPx: 100 },
  cue: { widthPx: 300, heightPx: 100 },
  media: { widthPx: 400, heightPx: 300 },
  custom: { widthPx: 300, heightPx: 200 },
}

/** Default texts of a card. */
export const defaultTexts: Readonly<
  Record<CardType, { readonly title: string; readonly description: string; readonly buttonLabel: string }>
> = {
  lead: {
    title: 'Add your demo intro title',
    description: 'Click here to add a description',
    buttonLabel: 'Submit',
  },
  click: { title: 'Click here', description: 'Follow this step to continue', buttonLabel: '' },
  cue: { title: 'Good to know', description: 'Point out what matters on this step', buttonLabel: '' },
  media: { title: '', description: '', buttonLabel: '' },
  custom: { title: 'Your title', description: 'Say it your way', buttonLabel: 'Continue' },
}

/** A new card, centred on a picture shown at this size. */
export function newCard(input: {
  readonly id: string
  readonly stepId: string
  readonly type: CardType
  readonly position: number
  readonly shown: { readonly widthPx: number; readonly heightPx: number }
}): Card {
  const { shown, ...rest } = input
  const size = cardSizes[input.type]
  const widthPercent = clampPercent(percentOf(size.widthPx, shown.widthPx))
  const heightPercent = clampPercent(percentOf(size.heightPx, shown.heightPx))
  return {
    ...rest,
    ...placeCard({
      widthPercent,
      heightPercent,
      xPercent: (100 - widthPercent) / 2,
      yPercent: (100 - heightPercent) / 2,
    }),
    ...defaultTexts[input.type],
    format: defaultFormat,
    fields: input.type === 'lead' ? requiredFields : [],
    consentText: null,
    mediaUrl: null,
    linkUrl: null,
    targetStepId: null,
    gate: 'none',
  }
}

/** The smallest card that can be grabbed, in percent of the picture. */
const smallestPercent = 4

/** Keeps a card on the picture; four decimals are finer than a pixel on any screen. */
export function placeCard(wanted: CardPlace): CardPlace {
  const widthPercent = roundPercent(Math.max(smallestPercent, Math.min(100, wanted.widthPercent)))
  const heightPercent = roundPercent(Math.max(smallestPercent, Math.min(100, wanted.heightPercent)))
  return {
    widthPercent,
    heightPercent,
    xPercent: roundPercent(Math.max(0, Math.min(100 - widthPercent, wanted.xPercent))),
    yPercent: roundPercent(Math.max(0, Math.min(100 - heightPercent, wanted.yPercent))),
  }
}

function roundPercent(percent: number): number {
  return Math.round(percent * 10_000) / 10_000
}

/** What is wrong with a card's URL, as a sentence; null when valid or empty. */
export function cardAddressProblem(text: string, kind: 'media' | 'link'): string | null {
  const problem = linkProblem(text)
  if (problem !== null || kind === 'link') return problem
  const isOther = text.trim() !== '' && !text.trim().startsWith('https:')
  return isOther ? 'Pictures and videos need an https:// address.' : null
}

/** Whether a card's picture was uploaded here. */
export function isUploadedMedia(mediaUrl: string | null): mediaUrl is string {
  return mediaUrl !== null && !mediaUrl.startsWith('https:')
}

/** The card as it is drawn: with the URL of its uploaded picture. */
export function withMediaAddress(card: Card, backendUrl: string): Card {
  return isUploadedMedia(card.mediaUrl) ? { ...card, mediaUrl: screenshotAddress(backendUrl, card.mediaUrl) } : card
}

/** Whether a URL is a video's, by its extension; anything else is shown as a picture. */
export function isVideoAddress(address: string): boolean {
  return /^https:\/\/[^/?#]+\/[^?#]*\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(address)
}

/** Whether it shows a button that leads somewhere. */
export function hasButton({ type, buttonLabel }: Card): boolean {
  return cardFeatures[type].includes('button') && buttonLabel.trim() !== ''
}

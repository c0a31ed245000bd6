import type { Brand } from '#domain/brand.ts'
import type { Card } from '#domain/card.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import { clampStepIndex, type Hotspot } from '#domain/demo.ts'
import type { StepLook } from '#domain/step-look.ts'
import type { VariableValues } from '#domain/variables.ts'

import type { StepSnapshot } from './snapshots.ts'

/* The player page's data: for the renderer, and embedded in the document for hydration. */

export interface PlayerStep {
  readonly id: string
  /** Counted from 1, without gaps. */
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  /** The picture is as wide as the screen, and scrolled; missing if it is shown whole. */
  readonly isTall?: true
  readonly hotspot: Hotspot | null
  readonly look: StepLook
  /** Where the hotspot leads; null: to the next step. */
  readonly targetStepId: string | null
  /** The original upload. */
  readonly imageUrl: string
  /** Base URL of scaled copies, without a query; null for images we don't scale. */
  readonly renderUrl: string | null
  /** The captured page of the picture, as HTML; missing if there is none. */
  readonly snapshot?: StepSnapshot
}

export interface PlayerDemo {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly brand: Brand
  readonly look: DemoLook
  /** Values from the personal link that opens the demo. */
  readonly variables: VariableValues
  readonly steps: readonly PlayerStep[]
  /** The cards of all steps. */
  readonly cards: readonly Card[]
}

/** Data for the page's script. The image already shown is not repeated. */
export interface HydrationData {
  readonly demo: PlayerDemo
  /** The demo's id or link token from the URL; later requests include it. */
  readonly link: string
  /** The step in the HTML, counted from 0. */
  readonly index: number
  /** What the HTML shows: that step, or the cover or the ending over it. */
  readonly place: 'cover' | 'step' | 'ending'
  /** Values for the demo's variables from the address; they take precedence over the personal link's. */
  readonly variables: VariableValues
  /** Width in pixels of the images in the HTML. */
  readonly imageWidth: number
}

export interface PlayerPageInput extends HydrationData {
  /** The step's image: an inline data URI, or the URL of a scaled copy. */
  readonly image: string
  /** The picture behind the demo; null without one. */
  readonly backgroundUrl: string | null
  /** URL of the page's script. */
  readonly scriptUrl: string
  /** Absolute, for link previews. */
  readonly pageUrl: string
  readonly posterUrl: string
}

/** The whole demo as a text document. */
export interface TextPageInput extends Pick<HydrationData, 'demo' | 'link' | 'variables'> {
  /** Absolute, of the player. */
  readonly pageUrl: string
  readonly posterUrl: string
  /** The words of recordings, if they differ from the step's text, by step id. */
  readonly transcripts: Readonly<Record<string, string>>
  /** Whether search engines may list it: the author's choice; never for a personal link. */
  readonly isIndexed: boolean
}

export interface ProblemPageInput {
  /** A sentence of domain/messages.ts. */
  readonly sentence: string
  /** The exact problem, as another of them; null if visitors shouldn't know. */
  readonly reason: string | null
  /** Where "Try again" leads; null when retrying can't help. */
  readonly retryUrl: string | null
}

export interface PasswordPageInput {
  /** What was wrong with the last attempt; null before the first. */
  readonly problem: string | null
  /** Where the demo opens unframed; null where that would not help. */
  readonly openUrl: string | null
  /** The workspace that shares the demo; null if unknown. */
  readonly owner: { readonly name: string; readonly brand: Brand } | null
}

/** A meeting as its visitor sees it through the mailed link. */
export interface MeetingPageInput {
  /** Null for an invalid link. */
  readonly meeting: {
    readonly state: 'ahead' | 'cancelled' | 'over'
    readonly organiser: string
    readonly startUtc: string
    readonly endUtc: string
    readonly place: string
    readonly demoName: string
    /** Where the demo still opens, to watch it again; null while the meeting is ahead. */
    readonly demoUrl: string | null
    /** Downloads the meeting for the visitor's calendar. */
    readonly calendarUrl: string
  } | null
  /** The organiser's. */
  readonly brand: Brand
  /** Alternative times. */
  readonly slots: readonly { readonly id: string; readonly startUtc: string }[]
  /** The ISO date whose times are shown first; null for the first with times. */
  readonly chosenDay: string | null
  /** The visitor's IANA zone. */
  readonly zone: string
  readonly nowUtc: string
  /** The result of the last action; null before one. */
  readonly notice: string | null
  /** Show the alternative times at once. */
  readonly isMoving: boolean
}

/** A whole document, and the text of its one style element, which the CSP allows by hash. */
export interface RenderedPage {
  readonly html: string
  readonly style: string
  /** The text of its one inline script, allowed the same way; missing without one. */
  readonly script?: string
}

/** The exports of dist/player-server/render-page.js. */
export interface PageRenderer {
  readonly renderPlayerPage: (input: PlayerPageInput) => RenderedPage
  readonly renderTextPage: (input: TextPageInput) => RenderedPage
  readonly renderProblemPage: (input: ProblemPageInput) => RenderedPage
  readonly renderPasswordPage: (input: PasswordPageInput) => RenderedPage
  readonly renderMeetingPage: (input: MeetingPageInput) => RenderedPage
}

/** Widths of the image copies; few, for more cache hits. */
export const imageWidths = [720, 1080, 1440, 2160, 2880] as const

/** The URL of a step's image, no wider than `width` pixels. */
export function stepImageUrl(step: Pick<PlayerStep, 'imageUrl' | 'renderUrl'>, width: number): string {
  return step.renderUrl === null ? step.imageUrl : `${step.renderUrl}?width=${width}&resize=contain`
}

/** The step index for `?step=`, from 0; 0 if it isn't a number. */
export function stepIndexOf(query: string | null | undefined, count: number): number {
  return clampStepIndex(/^\d{1,6}$/.test(query ?? '') ? Number(query) - 1 : 0, count)
}

/** Sent by the host page's tracker before it offers to talk; answered with `isOpen`: whether the agent is open. */
export interface ChatQuestion {
  readonly source: 'understudy-chat'
  readonly isOpen?: boolean
}

import type { Brand } from '#domain/brand.ts'
import type { Card } from '#domain/card.ts'
import { clampStepIndex, type Hotspot } from '#domain/demo.ts'

/* What the server hands to the player page: once to the renderer, once inside the document for the take-over. */

export interface PlayerStep {
  readonly id: string
  /** Counted from 1, without gaps. */
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  readonly hotspot: Hotspot | null
  /** The picture as it was uploaded. */
  readonly imageUrl: string
  /** Where scaled, re-encoded copies come from, without a query; null for pictures that are not ours to scale. */
  readonly renderUrl: string | null
}

export interface PlayerDemo {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly brand: Brand
  readonly steps: readonly PlayerStep[]
  /** Of all steps. */
  readonly cards: readonly Card[]
}

/** What the page's script finds in the document. The picture it already shows is not repeated here. */
export interface PlayerTakeOver {
  readonly demo: PlayerDemo
  /** What the address names: the demo's id, or a link's token. Whoever asks for more of the demo shows it again. */
  readonly link: string
  /** The step in the HTML, counted from 0. */
  readonly index: number
  /** Width in pixels of the copies the HTML asks for. */
  readonly imageWidth: number
}

export interface PlayerPageInput extends PlayerTakeOver {
  /** The step's picture: a data URI that travels with the document, or the address of a copy. */
  readonly image: string
  /** Address of the page's script. */
  readonly scriptUrl: string
  /** Absolute, for link previews. */
  readonly pageUrl: string
  readonly posterUrl: string
}

export interface ProblemPageInput {
  /** A sentence of domain/messages.ts. */
  readonly sentence: string
  /** What exactly was wrong, in another of them; null where a stranger is not told. */
  readonly reason: string | null
  /** Where "Try again" leads; null when trying again can't help. */
  readonly retryUrl: string | null
}

export interface PasswordPageInput {
  /** What was wrong with the last try; null before the first. */
  readonly problem: string | null
  /** Where the demo can be opened by itself; null where that would not help. */
  readonly openUrl: string | null
}

/** A meeting as its visitor sees it, by the link in their mail. */
export interface MeetingPageInput {
  /** Null for a link that leads to none. */
  readonly meeting: {
    readonly state: 'ahead' | 'cancelled' | 'over'
    readonly organiser: string
    /** In the visitor's zone, in words. */
    readonly when: string
    readonly place: string
    readonly demoName: string
  } | null
  /** Other times it could be moved to, day by day. */
  readonly days: readonly {
    readonly day: string
    readonly times: readonly { readonly id: string; readonly time: string }[]
  }[]
  /** IANA zone of the times. */
  readonly zone: string
  /** What came of what was asked for; null before anything was. */
  readonly notice: string | null
  /** The other times are shown at once. */
  readonly isMoving: boolean
}

/** A whole document, and the text of its one style element, which the policy must allow by its hash. */
export interface RenderedPage {
  readonly html: string
  readonly style: string
}

/** What dist/player-server/render-page.js exports. */
export interface PageRenderer {
  readonly renderPlayerPage: (input: PlayerPageInput) => RenderedPage
  readonly renderProblemPage: (input: ProblemPageInput) => RenderedPage
  readonly renderPasswordPage: (input: PasswordPageInput) => RenderedPage
  readonly renderMeetingPage: (input: MeetingPageInput) => RenderedPage
}

/** The widths copies are asked for in; few, so that caches are hit. */
export const imageWidths = [720, 1080, 1440, 2160, 2880] as const

/** The address of a step's picture, no wider than `width` pixels. */
export function stepImageUrl(step: Pick<PlayerStep, 'imageUrl' | 'renderUrl'>, width: number): string {
  return step.renderUrl === null ? step.imageUrl : `${step.renderUrl}?width=${width}&resize=contain`
}

/** The step that `?step=` asks for, from 0; the first for anything that is no number. */
export function stepIndexOf(query: string | null | undefined, count: number): number {
  return clampStepIndex(/^\d{1,6}$/.test(query ?? '') ? Number(query) - 1 : 0, count)
}

/** Posted by the player page to the page that frames it. Holds nothing a visitor of the share link can't see. */
export interface PlayerEvent {
  readonly source: 'understudy-player'
  readonly type: 'ready' | 'step' | 'finished'
  readonly demoId: string
  /** Counted from 1. */
  readonly step: number
  readonly stepCount: number
}

/** Asked by the tracker of the framing page before it offers a talk, and answered with `isOpen`: whether the agent is. */
export interface ChatQuestion {
  readonly source: 'understudy-chat'
  readonly isOpen?: boolean
}

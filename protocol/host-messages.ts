import { isObject } from '#domain/is-object.ts'
import { readVariableValues, type VariableValues } from '#domain/variables.ts'

/* Messages between a player and the page that frames it (docs/embedding.md). */

/** An event of a player. Never contains what a visitor typed, because any site may frame a shared demo. */
export type PlayerHappening =
  /** The player accepts commands from now on. */
  | { readonly type: 'ready' }
  | { readonly type: 'step' }
  /** The last step was reached. */
  | { readonly type: 'finished' }
  /** A form was sent: a card's, or a gate. */
  | { readonly type: 'lead'; readonly from: 'card' | 'gate' }
  /** A button with a link was used. */
  | { readonly type: 'cta'; readonly label: string; readonly url: string | null }
  | { readonly type: 'gate'; readonly state: 'shown' | 'sent' | 'skipped' }
  /** `hasSound`: narration is audible. */
  | { readonly type: 'playing'; readonly isPlaying: boolean; readonly hasSound: boolean }
  /** `answers` counts the agent's answers since the page loaded. */
  | { readonly type: 'agent'; readonly state: 'opened' | 'closed' | 'answered'; readonly answers: number }
  | { readonly type: 'meeting' }
  /** The visitor pressed Escape and the player had nothing to close, so the host closes its pop-up. */
  | { readonly type: 'escape' }

/** Posted by the player to its framing page. */
export type PlayerEvent = PlayerHappening & {
  readonly source: 'understudy-player'
  readonly demoId: string
  /** Counted from 1. */
  readonly step: number
  readonly stepCount: number
}

/** A command from a host page. */
export type HostCommand =
  | { readonly command: 'go-to-step'; readonly step: number }
  | { readonly command: 'next' | 'previous' | 'play' | 'pause' }
  /** Opens the agent's panel, and asks the question if there is one. The microphone stays off. */
  | { readonly command: 'start-agent'; readonly question: string | null }
  | { readonly command: 'set-variables'; readonly variables: VariableValues }

/** Limits of a command; variables have their own (domain/variables.ts). */
export const hostLimits = { questionMax: 500, perSecond: 20 } as const

/** Parses a command from any page; null if invalid. */
export function readHostCommand(data: unknown): HostCommand | null {
  if (!isObject(data) || data['source'] !== 'understudy-host') return null
  const { command, step, question = null, variables } = data
  switch (command) {
    case 'next':
    case 'previous':
    case 'play':
    case 'pause':
      return { command }
    case 'go-to-step':
      return Number.isInteger(step) ? { command, step: Number(step) } : null
    case 'start-agent':
      if (question !== null && (typeof question !== 'string' || question.length > hostLimits.questionMax)) return null
      return { command, question }
    case 'set-variables':
      return isObject(variables) ? { command, variables: readVariableValues(Object.entries(variables)) } : null
    default:
      return null
  }
}

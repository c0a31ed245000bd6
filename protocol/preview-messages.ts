import { isObject } from '#domain/is-object.ts'

import type { StepAudio } from './narration.ts'
import type { PlayerDemo, HydrationData } from './player-page.ts'

/* Messages between the editor and the preview it frames, on one origin. */

/** From the editor: play this. */
export interface PreviewOrder extends Pick<HydrationData, 'index' | 'place'> {
  readonly source: 'understudy-editor'
  readonly demo: PlayerDemo
  /** The picture behind the demo; null without one. */
  readonly backgroundUrl: string | null
  /** The author's recordings by step id, with addresses that expire in an hour. */
  readonly sounds: Readonly<Record<string, PreviewSound>>
}

export interface PreviewSound extends StepAudio {
  readonly text: string
}

/** Sent by the preview: it waits for a demo, Escape was pressed, or the agent was requested. */
export interface PreviewNews {
  readonly source: 'understudy-preview'
  readonly news: 'ready' | 'closed' | 'agent-asked'
}

export function isPreviewOrder(data: unknown): data is PreviewOrder {
  return isObject(data) && data['source'] === 'understudy-editor' && isObject(data['demo'])
}

export function isPreviewNews(data: unknown): data is PreviewNews {
  return isObject(data) && data['source'] === 'understudy-preview'
}

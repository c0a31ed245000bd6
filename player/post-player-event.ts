import type { PlayerEvent } from '#protocol/player-page.ts'

/**
 * Posts an event to the framing page. Any origin may receive it: a share link is public, and the event reveals nothing
 * more.
 */
export function postPlayerEvent(type: PlayerEvent['type'], demoId: string, index: number, stepCount: number): void {
  if (parent === window) return
  const event: PlayerEvent = { source: 'understudy-player', type, demoId, step: index + 1, stepCount }
  parent.postMessage(event, '*')
}

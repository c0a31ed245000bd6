import type { PlayerEvent } from '#protocol/player-page.ts'

/**
 * Tells the page that frames the player. Any origin may hear it: a share link is public, and the event says no more
 * than the page the framing site chose to show.
 */
export function postPlayerEvent(type: PlayerEvent['type'], demoId: string, index: number, stepCount: number): void {
  if (parent === window) return
  const event: PlayerEvent = { source: 'understudy-player', type, demoId, step: index + 1, stepCount }
  parent.postMessage(event, '*')
}

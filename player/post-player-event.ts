import type { PlayerEvent, PlayerHappening } from '#protocol/host-messages.ts'

type Place = Pick<PlayerEvent, 'demoId' | 'step' | 'stepCount'>

/** The current position, for events of other parts. */
let place: Place = { demoId: '', step: 1, stepCount: 1 }

/** Posts an event of the steps to the framing page; later events carry the same place. `index` counts from 0. */
export function postPlayerEvent(
  type: 'ready' | 'step' | 'finished',
  demoId: string,
  index: number,
  stepCount: number,
): void {
  place = { demoId, step: index + 1, stepCount }
  postToHost({ type })
}

/**
 * Posts any other event. Any origin may receive it, because a share link is public and no event reveals what a visitor
 * typed.
 */
export function postToHost(happening: PlayerHappening): void {
  if (parent === window) return
  const event: PlayerEvent = { source: 'understudy-player', ...place, ...happening }
  parent.postMessage(event, '*')
}

import type { PlayerDemo } from '#protocol/player-page.ts'
import { click, stepReadingMs } from '#player/motion.ts'
import { playsOnTo, routeOf } from '#player/player-state.ts'

export interface VideoScene {
  readonly kind: 'cover' | 'step' | 'ending'
  /** The index of the step whose picture the scene shows. */
  readonly index: number
  readonly startMs: number
  readonly endMs: number
}

export interface VideoPlan {
  readonly scenes: readonly VideoScene[]
  readonly ms: number
}

export const videoSpeeds = [1, 1.5, 2] as const
const coverMs = 2_500
const endingMs = 3_000

/** A video's scenes with their times: the steps on autoplay's path, between cover and ending. */
export function planVideo(demo: PlayerDemo, speed: number): VideoPlan {
  const scenes: VideoScene[] = []
  let now = 0
  const add = (kind: VideoScene['kind'], index: number, ms: number) => {
    scenes.push({ kind, index, startMs: now, endMs: now + ms })
    now += ms
  }
  const { steps, look } = demo
  const hasEnding = look.ending.kind !== 'none'
  if (look.cover.isOn && steps.length > 0) add('cover', 0, coverMs / speed)
  const route = routeOf(steps, hasEnding)
  for (let index: number | null = steps.length > 0 ? 0 : null; index !== null;) {
    const step = steps[index]
    if (step === undefined) break
    add('step', index, stepReadingMs(step, look) / speed + click.ms)
    const next = playsOnTo({ index, place: 'step', branches: [], route })
    if (next === 'ending') add('ending', index, endingMs / speed)
    index = next === 'ending' ? null : next
  }
  return { scenes, ms: now }
}

/** The scene at a time, and its index. */
export function sceneAt({ scenes }: VideoPlan, ms: number): { readonly scene: VideoScene; readonly at: number } | null {
  const found = scenes.findIndex(({ endMs }) => ms < endMs)
  const at = found === -1 ? scenes.length - 1 : found
  const scene = scenes[at]
  return scene === undefined ? null : { scene, at }
}

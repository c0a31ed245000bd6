import { useCallback, useMemo, useRef, useState } from 'react'

import type { VariableValues } from '#domain/variables.ts'
import { stepImageUrl, type PlayerDemo, type PlayerStep, type HydrationData } from '#protocol/player-page.ts'

import type { PreviewOrder } from '#protocol/preview-messages.ts'

import type { AgentCall } from './agent-bubble.tsx'
import { createStore } from './create-store.ts'
import type { Ending } from './ending.tsx'
import { useHostCommands } from './use-host-commands.ts'
import { nextOf, playsOnTo, type PlayerMove } from './player-state.ts'
import { useAutoplay } from './use-autoplay.ts'
import { useCardActions } from './use-card-actions.ts'
import { neededWidth, useImageWidth } from './use-image-width.ts'
import { useJourney } from './use-journey.ts'
import { useNarrow } from './use-narrow.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { usePart } from './use-part.ts'
import { usePreloadedImage } from './use-preloaded-image.ts'
import { useHydrated } from './use-hydrated.ts'

export interface PlayerProps extends HydrationData {
  /** The picture of the first shown step, as in the document. */
  readonly image: string
  /** Fills in variables, if the demo has any. */
  readonly fill?: ((demo: PlayerDemo, values: VariableValues) => PlayerDemo) | undefined
  /** Already loaded if the document shows it; otherwise loaded on demand. */
  readonly ending?: typeof Ending | undefined
  /** In the editor: forms aren't sent, and there is no agent. */
  readonly preview?: { readonly onAgent: () => void; readonly sounds: PreviewOrder['sounds'] } | undefined
}

export type PlayerModel = ReturnType<typeof usePlayer>

/** Everything a player knows and does, for rendering its parts. */
export function usePlayer(props: PlayerProps) {
  const [given, setGiven] = useState<VariableValues>({ ...props.demo.variables, ...props.variables })
  const { fill } = props
  const demo = useMemo(() => fill?.(props.demo, given) ?? props.demo, [fill, props.demo, given])
  const { state, visit, show, previousIndex, notice, isHeld, passGate, visited } = useJourney(demo, props)
  const { index, place } = state
  const step = demo.steps[index]
  const autoplay = useAutoplay(demo.look.isNarrated)
  const [agentCalls] = useState(() => createStore<AgentCall | null>(null))
  const hasBegun = useRef(false)

  const { play, listen, pause, isPlaying } = autoplay
  const { playsItself, isNarrated } = demo.look
  const act = useCallback(
    (move: PlayerMove) => {
      const isFree = visit(move)
      if (playsItself && !hasBegun.current && isFree && move.type !== 'previous') play()
      // A narration continues with the step that the visitor chose.
      else if (!(isNarrated && isPlaying)) pause()
      hasBegun.current = true
    },
    [visit, playsItself, isNarrated, isPlaying, play, pause],
  )
  const begin = useCallback(() => {
    hasBegun.current = true
    if (place === 'cover') visit({ type: 'next' })
    else if (place === 'ending' || nextOf(state) === null) visit({ type: 'show', index: 0 })
  }, [visit, place, state])
  const playOn = useCallback(() => {
    begin()
    play()
  }, [begin, play])
  const listenOn = useCallback(() => {
    begin()
    listen()
  }, [begin, listen])
  const playNext = useCallback(() => {
    const next = playsOnTo(state)
    if (next === null || !visit({ type: 'next' }) || next === 'ending') pause()
  }, [visit, state, pause])
  const showOrder = useCallback(
    (order: number) => {
      pause()
      show({ type: 'show', index: order - 1 })
    },
    [show, pause],
  )
  const callAgent = props.preview?.onAgent ?? agentCalls.set

  useHostCommands({
    show: (index) => act({ type: 'show', index }),
    next: () => act({ type: 'next' }),
    previous: () => act({ type: 'previous' }),
    play: playOn,
    pause,
    startAgent: (question, isOurs) =>
      callAgent(question === null ? { act: 'open' } : { act: isOurs ? 'ask' : 'suggest', question }),
    setVariables: (values) => setGiven((known) => ({ ...known, ...values })),
  })
  usePlayerKeys(act, isNarrated ? (isPlaying ? pause : listenOn) : null)
  const isHydrated = useHydrated()
  // On a slow line, the last step's script would wait behind its picture.
  const isNearEnd = isHydrated && index === demo.steps.length - 2
  const { cards, actions } = useCardActions(
    demo,
    props.preview === undefined ? props.link : null,
    step?.id,
    act,
    passGate,
  )
  return {
    demo,
    state,
    step,
    previousIndex,
    notice,
    isHeld,
    visited,
    act,
    showOrder,
    autoplay,
    play: isNarrated ? listenOn : playOn,
    given,
    playNext,
    cards,
    actions,
    agentCalls,
    callAgent,
    textHref: `?${new URLSearchParams({ ...props.variables, view: 'text' })}#step-${index + 1}`,
    picture: usePictures(props, demo.steps, index),
    isHydrated,
    AgentBubble: usePart(isHydrated, loadAgentBubble, index),
    ActionLayer: usePart(isHydrated && (step?.look.action ?? null) !== null, loadActionLayer, index),
    CardLayer: usePart(isHydrated && demo.cards.length > 0, loadCardLayer, index),
    Snapshot: usePart(isHydrated && step?.snapshot !== undefined, loadSnapshot, index),
    Ending: usePart(nextOf(state) === 'ending' || place === 'ending' || isNearEnd, loadEnding, index, props.ending),
    isNarrow: useNarrow(),
  }
}

const loadAgentBubble = async () => (await import('./offer.ts')).AgentBubble
const loadActionLayer = async () => (await import('./action/action-layer.tsx')).ActionLayer
/** Includes the code that sends forms: a page that stays open during a server update must not lose what is typed. */
const loadCardLayer = async () => {
  const [part] = await Promise.all([import('./card-layer.tsx'), import('./send-lead.ts')])
  return part.CardLayer
}
const loadSnapshot = async () => (await import('./snapshot.tsx')).Snapshot
const loadEnding = async () => (await import('./ending.tsx')).Ending

/** The pictures' URLs, as large as this window and the author's zoom need; the next one is preloaded. */
function usePictures(
  { imageWidth, image, index: firstIndex }: PlayerProps,
  steps: readonly PlayerStep[],
  index: number,
) {
  const [unscaledIds, setUnscaledIds] = useState<readonly string[]>([])
  const width = useImageWidth(imageWidth)
  const urlOf = (at: number): string | null => {
    const step = steps[at]
    if (step === undefined) return null
    if (unscaledIds.includes(step.id)) return step.imageUrl
    const { zoom } = step.look
    const needed = zoom === null ? width : neededWidth((width * 100) / zoom.widthPercent)
    const isEnough = needed === imageWidth || (step.width ?? 0) <= imageWidth
    return at === firstIndex && isEnough ? image : stepImageUrl(step, needed)
  }
  const step = steps[index]
  usePreloadedImage(urlOf(index + 1))
  const isLast = step === undefined || step.renderUrl === null || unscaledIds.includes(step.id)
  return {
    url: urlOf(index) ?? image,
    onError: isLast ? undefined : () => setUnscaledIds((ids) => [...ids, step.id]),
  }
}

import './narration.css'

import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Card } from '#domain/card.ts'
import type { VariableValues } from '#domain/variables.ts'
import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'

import { cueAt } from './cues.ts'
import { storeSettings, readSettings } from './stored-settings.ts'
import { loadScript, type Script, type ScriptSource } from './load-script.ts'
import { NarrationBar } from './narration-bar.tsx'
import { Narrator, type NarratorView } from './narrator.ts'
import { useNarrationKeys } from './use-narration-keys.ts'
import { waitsForVisitor } from './waits-for-visitor.ts'
import { watchVoice, type WatchedVoice } from './watch-voice.ts'

export interface NarrationProps {
  readonly demo: PlayerDemo
  readonly values: VariableValues
  /** The link for requesting the script; in the editor's preview, the recordings. */
  readonly from: ScriptSource
  readonly step: PlayerStep
  /** The step's cards. */
  readonly cards: readonly Card[]
  /** Whether a gate blocks the visitor on this step. */
  readonly isHeld: boolean
  readonly isPlaying: boolean
  /** Whether it was started with sound. */
  readonly hasSound: boolean
  readonly audio: HTMLAudioElement
  /** The progress bar of the current step. */
  readonly fill: HTMLElement | null
  readonly onPlay: () => void
  readonly onPause: () => void
  /** The step has been spoken. */
  readonly onOver: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onSound: (hasSound: boolean) => void
}

/** Speaks the shown step, then moves on: autoplay with sound and captions. */
export function Narration(props: NarrationProps) {
  const { step, cards, isHeld, isPlaying, fill, onOver, onSound } = props
  const [settings, setSettings] = useState(readSettings)
  const [script, setScript] = useState<Script | null>(null)
  const [narrator] = useState(
    () => new Narrator({ audio: props.audio, isMuted: !props.hasSound, speed: settings.speed }),
  )
  const { store } = narrator
  const view = useSyncExternalStore(store.subscribe, store.get, store.get)
  const mustWait = isHeld || waitsForVisitor(cards)

  const { demo, values, from } = props
  useEffect(() => {
    let isStale = false
    let voice: WatchedVoice | null = null
    void loadScript(demo, values, from).then(async (loaded) => {
      if (isStale) return
      voice = watchVoice(loaded.wanted, (found) => narrator.setVoice(found))
      await voice.settled
      if (!isStale) setScript(loaded)
    })
    return () => {
      isStale = true
      voice?.stop()
    }
  }, [narrator, demo, values, from])
  useEffect(() => {
    if (script === null) return
    narrator.load(script.wordsOf(step))
  }, [narrator, script, step])
  useEffect(() => {
    if (script === null) return
    if (isPlaying) narrator.play()
    else narrator.pause()
  }, [narrator, script, isPlaying])
  useEffect(() => () => narrator.stop(), [narrator])
  const isSoundWanted = props.hasSound
  useEffect(() => {
    if (isSoundWanted && store.get().isMuted) narrator.setMuted(false)
  }, [narrator, store, isSoundWanted])
  useSleep(narrator, isPlaying)
  const { isOver } = view
  useEffect(() => {
    // The step may have changed since this was rendered.
    if (isOver && store.get().isOver && isPlaying && !mustWait) onOver()
  }, [store, isOver, isPlaying, mustWait, onOver])

  const isSounding = isPlaying && view.way === 'recording'
  const next = demo.steps[step.order]
  useEffect(() => {
    const audio = isSounding && next !== undefined ? script?.wordsOf(next).audio : null
    if (audio !== null && audio !== undefined && audio.ms <= fetchedAheadMs) void fetchAhead(audio.url)
  }, [script, next, isSounding])

  const progress = view.totalMs === 0 ? 0 : view.ms / view.totalMs
  useEffect(() => {
    fill?.style.setProperty('transform', `scaleX(${progress})`)
  }, [fill, progress])
  const hasSound = view.way !== 'captions'
  useEffect(() => onSound(hasSound), [hasSound, onSound])

  const change = (next: Partial<typeof settings>) => {
    const changed = { ...settings, ...next }
    setSettings(changed)
    storeSettings(changed)
  }
  const controls = {
    toggle: () => (isPlaying ? props.onPause() : props.onPlay()),
    seek: (ms: number) => narrator.seek(ms),
    setSpeed: (speed: number) => {
      narrator.setSpeed(speed)
      change({ speed })
    },
    toggleSound: () => narrator.setMuted(!view.isMuted),
    toggleCaptions: () => change({ hasCaptions: !settings.hasCaptions }),
    previous: props.onPrevious,
    next: props.onNext,
  }
  useNarrationKeys(controls)
  return (
    <NarrationBar
      view={view}
      isPlaying={isPlaying}
      isLoading={script === null}
      caption={settings.hasCaptions ? (view.cues[cueAt(view.cues, view.ms)]?.text ?? '') : null}
      note={noteOf(view, {
        isWaiting: isOver && isPlaying && mustWait,
        canSpeak: script === null || canSpeak(script, step, view.hasVoice),
      })}
      controls={controls}
    />
  )
}

/** Longer recordings are streamed instead. */
const fetchedAheadMs = 90_000

/** Loads it into the browser's cache, so that the next step starts without a gap. */
async function fetchAhead(url: string): Promise<void> {
  try {
    await (await fetch(url, { priority: 'low' })).arrayBuffer()
  } catch {
    // It will be loaded when it is played.
  }
}

function canSpeak({ wordsOf }: Script, step: PlayerStep, hasVoice: boolean): boolean {
  const { audio, sentences } = wordsOf(step)
  return audio !== null || hasVoice || sentences.length === 0
}

/** The one message the visitor needs now. */
function noteOf(
  { isRefused, isMuted, way, cues }: NarratorView,
  { isWaiting, canSpeak: hasVoice }: { readonly isWaiting: boolean; readonly canSpeak: boolean },
): string | null {
  if (isRefused) return 'Your browser has blocked the sound. Press Sound to hear it.'
  if (isWaiting) return 'Your turn. The narration continues with the next step.'
  if (isMuted || way !== 'captions' || cues.length === 0) return null
  return hasVoice ? 'The sound failed. Captions continue.' : 'Your browser has no voice for this. Captions only.'
}

/** Pauses when a phone's screen turns off, and continues when it is back on. */
function useSleep(narrator: Narrator, isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return
    const handleChange = () => (document.hidden ? narrator.pause() : narrator.play())
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [narrator, isPlaying])
}

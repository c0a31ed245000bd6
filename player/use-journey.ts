import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'

import type { PlayerDemo } from '#protocol/player-page.ts'

import { createStore, type Store } from './create-store.ts'
import { gateBefore, gateNotice, gateOf } from './gates.ts'
import { finishes, movePlayer, routeOf, type PlayerMove, type PlayerPlace, type PlayerState } from './player-state.ts'
import { postPlayerEvent, postToHost } from './post-player-event.ts'
import { loadHostCommands } from './use-host-commands.ts'
import { loadVisits, recordStep, recordVisit } from './visits.ts'
import { useGates } from './use-gates.ts'

export interface Journey {
  readonly state: PlayerState
  readonly previousIndex: number | null
  /** A move by the visitor; false if a gate blocks it. */
  readonly visit: (move: PlayerMove) => boolean
  /** A move by the agent, which isn't reported back to it. */
  readonly show: (move: PlayerMove) => boolean
  /** Why the last move was refused; null if it wasn't. */
  readonly notice: string | null
  /** A form on the shown step has to be sent first. */
  readonly isHeld: boolean
  readonly passGate: (cardId: string) => void
  /** The step the visitor chose, which the agent follows. */
  readonly visited: Store<{ readonly order: number }>
}

/** A visitor's path through a demo: moves, branches, gates, and the events about them. */
export function useJourney(demo: PlayerDemo, first: { readonly index: number; readonly place: PlayerPlace }): Journey {
  const [state, move] = useReducer(movePlayer, null, () => ({
    ...first,
    branches: [],
    route: routeOf(demo.steps, demo.look.ending.kind !== 'none' && !finishes(demo.look)),
  }))
  const { index } = state
  const previousIndex = usePrevious(index)
  const stepId = demo.steps[index]?.id
  const gates = useGates(demo, stepId)
  const [notice, setNotice] = useState<string | null>(null)
  const [visited] = useState(() => createStore({ order: 1 }))

  // Callbacks outlive renders: sending a form is followed by a move.
  const latest = useRef({ state, gates })
  useLayoutEffect(() => {
    latest.current = { state, gates }
  })

  const show = useCallback((wanted: PlayerMove): boolean => {
    const { state: before, gates: known } = latest.current
    const gate = gateOf(before, movePlayer(before, wanted), wanted, known.current())
    const card = gate === null ? undefined : known.open.get(gate)
    setNotice(card === undefined ? null : gateNotice(card))
    move(gate === null ? wanted : { type: 'show', index: gate })
    if (gate !== null) setTimeout(focusForm)
    return gate === null
  }, [])
  const visit = useCallback(
    (wanted: PlayerMove): boolean => {
      const { index: order } = movePlayer(latest.current.state, wanted)
      const isFree = show(wanted)
      if (isFree) visited.set({ order: order + 1 })
      return isFree
    },
    [show, visited],
  )

  // A step behind a gate, opened by its address: back to the gate, unless this visit has passed it.
  const isChecked = useRef(false)
  useEffect(() => {
    if (!gates.isRead || isChecked.current) return
    isChecked.current = true
    const gate = gateBefore(index, gates.open)
    if (gate !== null && gates.keptStepId !== stepId) move({ type: 'show', index: gate })
  }, [gates, index, stepId])

  useReports(demo, state)
  const gateId = gates.open.get(index)?.id
  useEffect(() => {
    if (gateId !== undefined) postToHost({ type: 'gate', state: 'shown' })
  }, [gateId])
  return { state, previousIndex, visit, show, notice, isHeld: gateId !== undefined, passGate: gates.pass, visited }
}

function focusForm(): void {
  document.querySelector<HTMLElement>('.us-card-lead input, .us-card-lead textarea')?.focus()
}

/** Reports the position to the address bar, the tracker and the host page. */
function useReports(demo: PlayerDemo, { index, place, route }: PlayerState): void {
  const { count, hasEnding } = route
  const { isOn: hasCover } = demo.look.cover
  const hasStarted = useRef(false)
  const hasFinished = useRef(false)
  const isFirst = useRef(true)
  const stepId = demo.steps[index]?.id

  useEffect(() => {
    if (isFirst.current) return
    if (!hasStarted.current) recordVisit('demo_started')
    hasStarted.current = true
    const step = place === 'ending' ? count + 1 : index + 1
    const shown = place === 'cover' || (step === 1 && !hasCover) ? null : step
    const timer = setTimeout(() => keepInAddress(shown), addressDelayMs)
    return () => clearTimeout(timer)
  }, [index, place, count, hasCover])
  useEffect(() => {
    if (stepId !== undefined) recordStep(stepId)
    if (isFirst.current) void canHearHost().then(() => postPlayerEvent('ready', demo.id, index, count))
    else postPlayerEvent('step', demo.id, index, count)
  }, [demo.id, count, index, stepId])
  useEffect(() => {
    const isEnd = hasEnding ? place === 'ending' : index === count - 1
    if (isEnd && !isFirst.current && !hasFinished.current) {
      recordVisit('demo_completed')
      postPlayerEvent('finished', demo.id, index, count)
    }
    hasFinished.current = isEnd
    isFirst.current = false
  }, [demo.id, count, hasEnding, index, place])
}

/** Later than the camera's move, because changing the address then would drop frames; Safari refuses more than 100 changes in 30 seconds. */
const addressDelayMs = 600

/** A reload opens this step; null for the first. */
function keepInAddress(step: number | null): void {
  const url = new URL(location.href)
  if (step === null) url.searchParams.delete('step')
  else url.searchParams.set('step', String(step))
  history.replaceState(history.state, '', url)
}

/** The host page answers "ready" with the visitor's consent, and with commands. */
async function canHearHost(): Promise<void> {
  await Promise.all([loadVisits(), parent === window ? null : loadHostCommands()])
}

/** The previous different value; null if there is none. */
function usePrevious(value: number): number | null {
  const [values, setValues] = useState<{ current: number; previous: number | null }>({ current: value, previous: null })
  if (values.current === value) return values.previous
  setValues({ current: value, previous: values.current })
  return values.current
}

import './action-layer.css'

import { useEffect, useState } from 'react'

import type { Hotspot } from '#domain/demo.ts'
import type { StepAction } from '#domain/step-action.ts'
import type { StepLook } from '#domain/step-look.ts'

import { throughCamera, wholePicture, type Camera } from '../camera.ts'

export interface ActionLayerProps {
  readonly look: StepLook
  readonly hotspot: Hotspot | null
  readonly camera: Camera | null
}

/** Shows a step's action: text types itself into its box, a drag draws its path. */
export function ActionLayer({ look, hotspot, camera }: ActionLayerProps) {
  const { action, box } = look
  if (action?.kind === 'type' && action.text !== '' && box !== null) return <TypedText text={action.text} />
  if (action?.kind !== 'drag' || action.path.length < 2 || hotspot === null) return null
  return <DragPath path={action.path} hotspot={hotspot} camera={camera ?? wholePicture} />
}

const msPerCharacter = 55
const typingMsMax = 2_500

function TypedText({ text }: { readonly text: string }) {
  const characters = [...text]
  const [shown, setShown] = useState(() => (prefersStillness() ? characters.length : 0))
  const pace = Math.min(msPerCharacter, typingMsMax / characters.length)
  const isDone = shown >= characters.length
  useEffect(() => {
    if (isDone) return
    // Several characters at once if timers are too slow for one.
    const timer = setInterval(() => setShown((now) => now + Math.max(1, Math.round(16 / pace))), Math.max(16, pace))
    return () => clearInterval(timer)
  }, [isDone, pace])
  return (
    <div className="us-typed" aria-hidden="true">
      <p className="us-typed-text">
        {characters.slice(0, shown).join('')}
        {!isDone && <i className="us-typed-caret" />}
      </p>
    </div>
  )
}

interface DragPathProps {
  readonly path: StepAction['path']
  readonly hotspot: Hotspot
  readonly camera: Camera
}

/** Starts at the hotspot, wherever the author moved it. */
function DragPath({ path, hotspot, camera }: DragPathProps) {
  const start = path[0] ?? hotspot
  const seen = path.map(({ xPercent, yPercent }) =>
    throughCamera(camera, {
      xPercent: xPercent + hotspot.xPercent - start.xPercent,
      yPercent: yPercent + hotspot.yPercent - start.yPercent,
    }),
  )
  const points = seen.map(({ xPercent, yPercent }) => `${xPercent},${yPercent}`).join(' ')
  const end = seen.at(-1)
  return (
    <svg className="us-drag" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {/* Chromium measures the dashes of non-scaling strokes in screen pixels, so a mask draws the line. */}
      <mask id="us-drag-drawn" maskUnits="userSpaceOnUse" x="-50" y="-50" width="200" height="200">
        <polyline className="us-drag-mask" points={points} pathLength={1} />
      </mask>
      <polyline className="us-drag-halo" points={points} vectorEffect="non-scaling-stroke" />
      <g mask="url(#us-drag-drawn)">
        <polyline className="us-drag-way" points={points} vectorEffect="non-scaling-stroke" />
      </g>
      {/* A line without length: its round caps stay round in a stretched drawing. */}
      {end !== undefined && (
        <path className="us-drag-end" d={`M${end.xPercent} ${end.yPercent}h0`} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

import { clsx } from 'clsx'
import { memo, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'

import type { Step } from '#domain/demo.ts'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { DropTargetRecord } from '@atlaskit/pragmatic-drag-and-drop/types'

import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { StepThumbnail, type StepAct } from './step-thumbnail.tsx'
import { usePictureChecks } from './use-picture-checks.ts'

export interface StepStripProps {
  readonly steps: readonly Step[]
  /** The ids of steps with a card, separated by spaces. */
  readonly withCards: string
  readonly selectedId: string | null
  readonly backendUrl: string
  readonly layout: 'grid' | 'list'
  readonly onSelect: (id: string) => void
  readonly onMove: (id: string, toIndex: number) => void
  readonly addStep: ReactNode
  readonly addCard: ReactNode
}

/**
 * Spec §2: a grid of six columns, or a vertical list. Steps are moved by dragging, or by Alt and arrow keys. Memoized.
 */
export const StepStrip = memo(function StepStrip(props: StepStripProps) {
  const { steps, selectedId, layout, onSelect, onMove } = props
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const isToCheck = usePictureChecks(steps, selectedId)
  const withCards = new Set(props.withCards.split(' '))

  const drop = useEffectEvent((id: unknown, targetId: unknown, edge: unknown) => {
    const from = steps.findIndex((step) => step.id === id)
    const target = steps.findIndex((step) => step.id === targetId)
    if (from === -1 || target === -1 || from === target) return
    const to = target + (edge === 'after' ? 1 : 0) - (from < target ? 1 : 0)
    move(from, to)
  })
  const showLine = useEffectEvent((sourceId: unknown, target: DropTargetRecord | undefined) => {
    if (line.current !== null) placeLine(line.current, target?.data['stepId'] === sourceId ? undefined : target, layout)
  })
  useEffect(
    () =>
      monitorForElements({
        onDrag: ({ source, location }) => showLine(source.data['stepId'], location.current.dropTargets[0]),
        onDrop: ({ source, location }) => {
          showLine(null, undefined)
          const target = location.current.dropTargets[0]
          if (target !== undefined) drop(source.data['stepId'], target.data['stepId'], target.data['edge'])
        },
      }),
    [],
  )

  function move(from: number, to: number): void {
    const step = steps[from]
    if (step === undefined || to < 0 || to >= steps.length || to === from) return
    onMove(step.id, to)
    setAnnouncement(`Step ${from + 1} is now step ${to + 1} of ${steps.length}.`)
    // Its DOM position changes; restore the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-step-id="${step.id}"]`)?.focus())
  }

  function focusStep(index: number): void {
    const step = steps[index]
    if (step === undefined) return
    onSelect(step.id)
    list.current?.querySelector<HTMLElement>(`[data-step-id="${step.id}"]`)?.focus()
  }

  // One stable function for all 200 thumbnails.
  const act = useStableCallback<Parameters<StepAct>, void>((kind, index, offset) => {
    const step = steps[index]
    if (kind === 'move') move(index, index + offset)
    else if (kind === 'focus') focusStep(index + offset)
    else if (step !== undefined) onSelect(step.id)
  })

  return (
    <section
      aria-label="Steps"
      className={clsx(
        'flex min-h-0 shrink-0 flex-col border-line bg-surface max-lg:pb-14',
        layout === 'grid' ? 'border-t' : 'border-t lg:order-first lg:w-47 lg:border-t-0 lg:border-r',
      )}
    >
      <div
        className={clsx(
          'flex items-center gap-1 px-3 py-1.5',
          layout === 'list' &&
            'lg:order-last lg:flex-col lg:items-stretch lg:gap-0.5 lg:border-t lg:border-line lg:p-2',
        )}
      >
        <h2 className={clsx('mr-auto text-sm font-semibold', layout === 'list' && 'lg:sr-only')}>
          Steps <span className="font-normal text-muted tabular-nums">{steps.length}</span>
        </h2>
        {props.addStep}
        {props.addCard}
      </div>
      <p id="step-keys" className="sr-only">
        Arrow keys go from step to step. Alt with an arrow key moves the step.
      </p>
      <p id="step-check" className="sr-only">
        Check image: it wasn’t captured at the moment of the click.
      </p>
      <p id="step-card" className="sr-only">
        Has a card.
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="relative flex min-h-0 flex-col overflow-hidden lg:flex-1">
        <ol
          ref={list}
          className={clsx(
            'overflow-auto px-3 pt-1 pb-3',
            layout === 'grid'
              ? 'grid max-h-60 grid-cols-[repeat(6,minmax(3rem,1fr))] gap-2'
              : 'flex max-h-72 flex-col gap-2 lg:max-h-none lg:flex-1 lg:gap-1.5 lg:pt-2 lg:pl-2 lg:[scrollbar-width:none]',
          )}
        >
          {steps.map((step, index) => (
            <StepThumbnail
              key={step.id}
              step={step}
              index={index}
              isSelected={step.id === selectedId}
              isToCheck={isToCheck(step)}
              hasCard={withCards.has(step.id)}
              backendUrl={props.backendUrl}
              layout={layout}
              act={act}
            />
          ))}
        </ol>
        <span
          ref={line}
          aria-hidden
          hidden
          className="pointer-events-none absolute top-0 left-0 bg-accent will-change-transform"
        />
      </div>
    </section>
  )
})

/**
 * Marks the drop position. One element on its own layer: following the pointer causes neither layout nor repaint of the
 * strip.
 */
function placeLine(line: HTMLElement, target: DropTargetRecord | undefined, layout: 'grid' | 'list'): void {
  const box = target?.element.getBoundingClientRect()
  const strip = line.parentElement?.getBoundingClientRect()
  line.hidden = box === undefined || strip === undefined
  if (box === undefined || strip === undefined) return
  const isAfter = target?.data['edge'] === 'after'
  const [left, top] = [box.left - strip.left, box.top - strip.top]
  const isGrid = layout === 'grid'
  const x = isGrid ? (isAfter ? left + box.width + gapMiddle : left - gapMiddle - lineWidth) : left
  const y = isGrid ? top : isAfter ? top + box.height + gapMiddle : top - gapMiddle - lineWidth
  Object.assign(line.style, {
    width: `${isGrid ? lineWidth : box.width}px`,
    height: `${isGrid ? box.height : lineWidth}px`,
    transform: `translate(${x}px, ${y}px)`,
  })
}

const lineWidth = 2
/** Distance from a thumbnail to the middle of the gap. */
const gapMiddle = 3

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { clsx } from 'clsx'
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react'

import { limits } from '#domain/limits.ts'
import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'

export interface StepThumbnailProps {
  readonly step: Step
  readonly isSelected: boolean
  readonly backendUrl: string
  readonly layout: 'grid' | 'list'
  /** Its place among the steps, from 0. */
  readonly index: number
  readonly act: StepAct
}

/** What is done at a thumbnail: chosen, left for the one `offset` places on, or moved that far. */
export type StepAct = (kind: 'select' | 'focus' | 'move', index: number, offset: number) => void

type Edge = 'before' | 'after'

/** Drawn anew only when something of its own has changed. */
export const StepThumbnail = memo(function StepThumbnail(props: StepThumbnailProps) {
  const { step, index, isSelected, layout, act } = props
  const item = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [edge, setEdge] = useState<Edge | null>(null)
  const [isDragging, setIsDragging] = useState(false)

  useEffect(() => {
    const element = item.current
    if (element === null) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ stepId: step.id }),
        onDragStart: () => setIsDragging(true),
        onDrop: () => setIsDragging(false),
      }),
      dropTargetForElements({
        element,
        getData: ({ input }) => ({ stepId: step.id, edge: edgeAt(element, input, layout) }),
        canDrop: ({ source }) => typeof source.data['stepId'] === 'string',
        onDrag: ({ self, source }) => setEdge(source.data['stepId'] === step.id ? null : (self.data['edge'] as Edge)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    )
  }, [step.id, layout])

  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isSelected])

  function handleKeyDown(event: KeyboardEvent): void {
    const columns = layout === 'grid' ? limits.stepsGridColumns : 1
    const offset = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
    if (offset === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act(event.altKey ? 'move' : 'focus', index, offset)
  }

  const label = `Step ${step.order}`
  return (
    <li
      ref={item}
      className={clsx(
        'group relative',
        layout === 'list' && 'max-lg:flex max-lg:items-center max-lg:gap-3',
        isDragging && 'opacity-40',
      )}
    >
      <button
        ref={button}
        type="button"
        data-step-id={step.id}
        aria-label={step.title === null ? label : `${label}: ${step.title}`}
        aria-current={isSelected ? 'step' : undefined}
        aria-describedby="step-keys"
        onClick={() => act('select', index, 0)}
        onKeyDown={handleKeyDown}
        className={clsx(
          'relative block aspect-16/10 w-full overflow-hidden rounded-control border-2 bg-sunken',
          layout === 'list' && 'max-lg:w-32 max-lg:shrink-0',
          isSelected ? 'border-accent' : 'border-line hover:border-control',
        )}
      >
        {props.backendUrl === '' ? null : (
          <img
            src={scaledImageAddress(props.backendUrl, step.screenshotUrl, 320)}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            className="size-full object-cover object-top"
          />
        )}
        <span
          className={clsx(
            'absolute bottom-1 left-1 hidden rounded-chip bg-text/85 px-2 text-xs font-medium text-page tabular-nums sm:block',
            'opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100',
            isSelected && 'opacity-100',
          )}
        >
          {label}
        </span>
      </button>
      {layout === 'list' ? (
        <p aria-hidden className="min-w-0 truncate text-sm lg:hidden">
          {step.title ?? label}
        </p>
      ) : null}
      {edge === null ? null : (
        <span
          aria-hidden
          className={clsx('pointer-events-none absolute rounded-chip bg-accent', {
            '-left-[5px] inset-y-0 w-0.5': layout === 'grid' && edge === 'before',
            '-right-[5px] inset-y-0 w-0.5': layout === 'grid' && edge === 'after',
            '-top-[5px] inset-x-0 h-0.5': layout === 'list' && edge === 'before',
            '-bottom-[5px] inset-x-0 h-0.5': layout === 'list' && edge === 'after',
          })}
        />
      )}
    </li>
  )
})

function edgeAt(
  element: Element,
  input: { readonly clientX: number; readonly clientY: number },
  layout: 'grid' | 'list',
): Edge {
  const box = element.getBoundingClientRect()
  const isAfter =
    layout === 'grid' ? input.clientX > box.left + box.width / 2 : input.clientY > box.top + box.height / 2
  return isAfter ? 'after' : 'before'
}

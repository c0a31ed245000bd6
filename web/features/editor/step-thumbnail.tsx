import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { clsx } from 'clsx'
import { Focus, GitBranch, StickyNote, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { limits } from '#domain/limits.ts'
import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'

export interface StepThumbnailProps {
  readonly step: Step
  readonly isSelected: boolean
  /** Whether its picture may not show the page at the click. */
  readonly isToCheck: boolean
  readonly hasCard: boolean
  readonly backendUrl: string
  readonly layout: 'grid' | 'list'
  /** Its index among the steps. */
  readonly index: number
  readonly act: StepAct
}

/** Actions on a thumbnail: select, go to the one at `offset`, or move by it. */
export type StepAct = (kind: 'select' | 'focus' | 'move', index: number, offset: number) => void

export const StepThumbnail = memo(function StepThumbnail(props: StepThumbnailProps) {
  const { step, index, isSelected, isToCheck, hasCard, layout, act } = props
  const item = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const element = item.current
    if (element === null) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ stepId: step.id }),
        // An attribute instead of state, because it changes only one style.
        onDragStart: () => (element.dataset['dragged'] = ''),
        onDrop: () => delete element.dataset['dragged'],
      }),
      dropTargetForElements({
        element,
        getData: ({ input }) => ({ stepId: step.id, edge: edgeAt(element, input, layout) }),
        canDrop: ({ source }) => typeof source.data['stepId'] === 'string',
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
  const { chapter, zoom } = step.look
  return (
    <li
      ref={item}
      className={clsx(
        'group data-[dragged]:opacity-40',
        layout === 'list' &&
          'grid items-center gap-x-3 max-lg:grid-cols-[auto_1fr] lg:grid-cols-[18px_1fr] lg:gap-x-1.5',
      )}
    >
      {chapter === null || layout === 'grid' ? null : (
        <p
          className={clsx(
            'col-span-2 flex min-w-0 items-center gap-1.5 pb-1.5 text-xs text-muted lg:pl-6',
            'after:h-px after:min-w-3 after:flex-1 after:bg-line',
            index > 0 && 'pt-2',
          )}
        >
          <span className="truncate">{chapter}</span>
        </p>
      )}
      {layout === 'list' ? (
        <span
          aria-hidden
          className={clsx(
            'self-start pt-1 text-right text-xs tabular-nums max-lg:hidden',
            isSelected ? 'font-semibold text-accent-text' : 'text-muted',
          )}
        >
          {step.order}
        </span>
      ) : null}
      <button
        ref={button}
        type="button"
        data-step-id={step.id}
        aria-label={step.title === null ? label : `${label}: ${step.title}`}
        aria-current={isSelected ? 'step' : undefined}
        aria-describedby={clsx(isToCheck && 'step-check', hasCard && 'step-card', 'step-keys')}
        onClick={() => act('select', index, 0)}
        onKeyDown={handleKeyDown}
        className={clsx(
          // No clipped or positioned children: hit testing would visit 200 layers.
          'grid aspect-16/10 w-full grid-cols-1 grid-rows-1 rounded-control bg-sunken',
          layout === 'list' && 'max-lg:w-32 max-lg:shrink-0',
          isSelected
            ? 'shadow-[0_0_0_2px_var(--surface),0_0_0_4px_var(--accent)]'
            : 'shadow-[0_0_0_1px_var(--line-strong)] hover:shadow-[0_0_0_1px_var(--control)]',
        )}
      >
        {props.backendUrl === '' ? null : (
          <img
            src={scaledImageAddress(props.backendUrl, step.screenshotUrl, 320)}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={(event) => event.currentTarget.classList.add('invisible')}
            className="size-full min-h-0 rounded-control object-cover object-top [grid-area:1/1]"
          />
        )}
        {isToCheck ? (
          <span className="m-1 self-start justify-self-end rounded-chip border border-warning bg-surface p-0.5 text-xs font-medium whitespace-nowrap text-text [grid-area:1/1] xl:px-2 xl:py-0">
            <TriangleAlert size={12} aria-hidden className="text-warning xl:hidden" />
            {/* Room for text only on wide screens. */}
            <span className="max-xl:hidden">Check image</span>
          </span>
        ) : null}
        {zoom === null && step.targetStepId === null && !hasCard ? null : (
          <span className="m-1 flex gap-0.75 self-end justify-self-end [grid-area:1/1] max-sm:hidden">
            {hasCard ? <Badge isAmber icon={<StickyNote size={12} aria-hidden />} /> : null}
            {zoom === null ? null : <Badge icon={<Focus size={12} aria-hidden />} />}
            {step.targetStepId === null ? null : <Badge icon={<GitBranch size={12} aria-hidden />} />}
          </span>
        )}
        <span
          className={clsx(
            'm-1 self-end justify-self-start rounded-chip bg-text/85 px-2 text-xs font-medium text-page tabular-nums [grid-area:1/1]',
            'transition-opacity duration-[120ms] starting:opacity-0',
            // Lists have numbers at the side.
            isSelected && layout === 'grid'
              ? 'max-sm:hidden'
              : 'hidden sm:group-focus-within:block sm:group-hover:block',
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
    </li>
  )
})

/** Icons on the picture for the step's features. */
function Badge({ icon, isAmber = false }: { readonly icon: ReactNode; readonly isAmber?: boolean }) {
  return (
    <b
      className={clsx(
        'grid size-4.5 place-items-center rounded-[5px]',
        isAmber ? 'bg-spot-face text-on-spot-face' : 'bg-ink/85 text-ink-text',
      )}
    >
      {icon}
    </b>
  )
}

function edgeAt(
  element: Element,
  input: { readonly clientX: number; readonly clientY: number },
  layout: 'grid' | 'list',
): 'before' | 'after' {
  const box = element.getBoundingClientRect()
  const isAfter =
    layout === 'grid' ? input.clientX > box.left + box.width / 2 : input.clientY > box.top + box.height / 2
  return isAfter ? 'after' : 'before'
}

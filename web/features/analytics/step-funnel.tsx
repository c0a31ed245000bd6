import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'

import type { Step } from '#domain/demo.ts'

import { basisText, countText, durationText, shareText } from '../../lib/figure-text.ts'
import { useMedia } from '../../lib/use-media.ts'
import type { ReportRequest } from './analytics-calls.ts'
import type { FunnelStep } from './analytics-report.ts'
import { TableToggle } from './chart-section.tsx'
import { FigureTable } from './figure-table.tsx'
import { FunnelPeek } from './funnel-peek.tsx'
import { SmallPercent } from './percent.tsx'
import { secondsEach, stepName } from './step-name.ts'
import { StepPicture } from './step-picture.tsx'

export interface StepFunnelProps {
  readonly funnel: readonly FunnelStep[]
  /** The demo's steps, for their pictures; without a picture the number is shown. */
  readonly steps: readonly Step[]
  readonly backendUrl: string
  /** Null for the sample. */
  readonly request: (ReportRequest & { readonly demoId: string }) | null
  /** The step whose clicks and visits are shown below. */
  readonly selectedId: string | null
  readonly onSelect: (stepId: string | null) => void
  /** The heading, where the page doesn't name the demo. */
  readonly title?: ReactNode
}

/** How far visits got: a picture of each step, as high as the share of visits that reached it. */
export function StepFunnel(props: StepFunnelProps) {
  const isWide = useMedia('(min-width: 48rem)')
  const [isTable, setIsTable] = useState(false)
  return (
    <section aria-label="Step funnel" className="relative">
      {isWide ? (
        <>
          <Columns {...props} />
          {props.title === undefined ? null : (
            <h2 className={clsx(titleClass, 'absolute top-1.5 right-14 left-4 h-7')}>{props.title}</h2>
          )}
        </>
      ) : (
        <>
          <h2 className={clsx(titleClass, 'mr-11 flex min-h-11 items-center')}>{props.title ?? 'Steps'}</h2>
          <Rows {...props} />
        </>
      )}
      <div className="absolute top-0 right-0 md:top-2 md:right-2">
        <TableToggle isOpen={isTable} controls="funnel-table" onToggle={() => setIsTable(!isTable)} />
      </div>
      {isTable ? (
        <div id="funnel-table" className="mt-3">
          <FunnelTable funnel={props.funnel} />
        </div>
      ) : null}
    </section>
  )
}

const titleClass = 'text-base font-semibold tracking-[-0.011em]'

const pictureHeight = 240
/** A lower picture would show too little. */
const pictureLeast = 48

function Columns({ funnel, steps, backendUrl, request, selectedId, onSelect }: StepFunnelProps) {
  const [peeked, setPeeked] = useState<number | null>(null)
  const byId = new Map(steps.map((step) => [step.id, step]))
  const gap = funnel.length > 10 ? 14 : 26
  const peekedStep = peeked === null ? undefined : funnel[peeked]
  return (
    <div
      className="relative h-[350px] overflow-x-auto overflow-y-hidden rounded-card bg-sunken px-4 shadow-[inset_0_0_0_1px_var(--line)]"
      onPointerLeave={() => setPeeked(null)}
    >
      <div className="relative h-full" style={{ minWidth: funnel.length * (columnLeast + gap) - gap }}>
        <ol
          className="grid h-full"
          style={{ gridTemplateColumns: `repeat(${funnel.length}, minmax(0, 1fr))`, columnGap: gap }}
        >
          {funnel.map((step, index) => (
            <li key={step.step_id} className="relative min-w-0">
              {index === 0 ? null : (
                <Ribbon before={funnel[index - 1]?.reached.rate ?? 0} after={step.reached.rate ?? 0} width={gap} />
              )}
              <Column
                step={step}
                picture={byId.get(step.step_id)}
                backendUrl={backendUrl}
                isLast={index === funnel.length - 1}
                isSelected={step.step_id === selectedId}
                isPeeked={index === peeked}
                onPeek={(isOn) => setPeeked(isOn ? index : null)}
                onSelect={() => onSelect(step.step_id === selectedId ? null : step.step_id)}
              />
            </li>
          ))}
        </ol>
        {branchesOf(funnel, byId).map(({ from, to }) => (
          <Branch key={from} from={from} to={to} count={funnel.length} />
        ))}
        {peekedStep === undefined || peeked === null ? null : (
          <FunnelPeek
            step={peekedStep}
            place={placeOf(peeked, funnel.length, peekedStep.reached.rate ?? 0)}
            isLast={peeked === funnel.length - 1}
            request={request}
          />
        )}
      </div>
    </div>
  )
}

/** If columns would be narrower, the funnel scrolls sideways. */
const columnLeast = 64

/** The peek's position, in percent of the width: beside a high picture, above a low one. */
function placeOf(index: number, count: number, share: number): { readonly left?: string; readonly right?: string } {
  const isHigh = share > 0.6
  if (index < count / 2) return { left: `${((index + (isHigh ? 1 : 0)) / count) * 100}%` }
  return { right: `${((count - index - (isHigh ? 0 : 1)) / count) * 100}%` }
}

/** The visits that continued, between two pictures. */
function Ribbon({ before, after, width }: { readonly before: number; readonly after: number; readonly width: number }) {
  return (
    <span
      aria-hidden
      className="absolute bottom-12 bg-chart-1/20 transition-[clip-path] duration-[240ms]"
      style={{
        left: -width,
        width,
        height: pictureHeight,
        clipPath: `polygon(0 ${(1 - before) * 100}%, 100% ${(1 - after) * 100}%, 100% 100%, 0 100%)`,
      }}
    />
  )
}

/** Steps whose hotspot leads elsewhere than to the next one, by position in the funnel. */
function branchesOf(funnel: readonly FunnelStep[], byId: ReadonlyMap<string, Step>) {
  return funnel.flatMap(({ step_id }, from) => {
    const target = byId.get(step_id)?.targetStepId
    const to = funnel.findIndex((step) => step.step_id === target)
    return to < 0 || to === from + 1 || to === from ? [] : [{ from, to }]
  })
}

/** A path that skips steps, below the pictures. */
function Branch({ from, to, count }: { readonly from: number; readonly to: number; readonly count: number }) {
  const isForward = to > from
  return (
    <span
      aria-hidden
      style={{
        left: `${((Math.min(from, to) + 0.5) / count) * 100}%`,
        width: `${(Math.abs(to - from) / count) * 100}%`,
      }}
      className="pointer-events-none absolute bottom-[37px] h-2 rounded-b-control border-x-[1.5px] border-b-[1.5px] border-chart-1"
    >
      <span
        className={clsx(
          'absolute -top-1 size-0 border-x-4 border-b-[5px] border-x-transparent border-b-chart-1',
          isForward ? '-right-[4.75px]' : '-left-[4.75px]',
        )}
      />
    </span>
  )
}

interface ColumnProps {
  readonly step: FunnelStep
  readonly picture: Step | undefined
  readonly backendUrl: string
  readonly isLast: boolean
  readonly isSelected: boolean
  readonly isPeeked: boolean
  readonly onPeek: (isOn: boolean) => void
  readonly onSelect: () => void
}

function Column(props: ColumnProps) {
  const { step, picture, backendUrl, isLast, isSelected, isPeeked, onPeek, onSelect } = props
  const height = (step.reached.rate ?? 0) * pictureHeight
  const isOn = isSelected || isPeeked
  const isPlain = height < pictureLeast
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={labelOf(step)}
      aria-describedby={`funnel-${step.step_id}`}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onPeek(true)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onPeek(true)}
      onBlur={() => onPeek(false)}
      onKeyDown={({ key }) => key === 'Escape' && onPeek(false)}
      onClick={onSelect}
      className="group absolute inset-0 w-full text-left outline-none"
    >
      <span
        style={{ height: Math.max(2, height) }}
        className={clsx(
          'absolute inset-x-0 bottom-12 overflow-hidden rounded-t-control bg-surface transition-[height] duration-[240ms]',
          'group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-ring',
          isOn ? 'shadow-[0_0_0_2px_var(--accent)]' : 'shadow-[0_0_0_1px_var(--line-strong)]',
        )}
      >
        {isPlain ? (
          <span className="block h-full bg-chart-1/60" />
        ) : (
          <StepPicture
            step={picture}
            order={step.step_order}
            backendUrl={backendUrl}
            width={640}
            className="h-60 w-full"
          />
        )}
      </span>
      <span
        style={{ bottom: 48 + height + 4 }}
        className={clsx(
          'absolute left-0 text-base font-semibold whitespace-nowrap tabular-nums transition-[bottom] duration-[240ms]',
          isOn && 'text-accent-text',
        )}
      >
        <SmallPercent share={step.reached.rate} />
      </span>
      <span className="@container absolute inset-x-0 bottom-1 flex h-8 gap-2">
        {isPlain && picture !== undefined ? (
          <span className="mt-px h-[25px] w-10 shrink-0 overflow-hidden rounded-tiny bg-surface shadow-[0_0_0_1px_var(--line-strong)] @max-[6rem]:hidden">
            <StepPicture
              step={picture}
              order={step.step_order}
              backendUrl={backendUrl}
              width={240}
              className="size-full"
            />
          </span>
        ) : null}
        <span
          dir="auto"
          className={clsx(
            'line-clamp-2 min-w-0 flex-1 self-start text-left text-xs/4 wrap-anywhere',
            isOn ? 'font-medium text-text' : 'text-soft',
          )}
        >
          <span className="mr-1.5 text-muted tabular-nums">{step.step_order}</span>
          {step.title ?? `Step ${step.step_order}`}
        </span>
      </span>
      <span id={`funnel-${step.step_id}`} className="sr-only">
        {describe(step, isLast)}
      </span>
    </button>
  )
}

/** On a phone: a row for each step, with a bar. */
function Rows({ funnel, steps, backendUrl, selectedId, onSelect }: StepFunnelProps) {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return (
    <ol className="rounded-card bg-sunken px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
      {funnel.map((step, index) => {
        const isOn = step.step_id === selectedId
        return (
          <li key={step.step_id}>
            <button
              type="button"
              aria-pressed={isOn}
              aria-label={labelOf(step)}
              aria-describedby={`funnel-${step.step_id}`}
              onClick={() => onSelect(isOn ? null : step.step_id)}
              className="flex min-h-12 w-full items-center gap-3 rounded-control text-left"
            >
              <span
                className={clsx(
                  'h-[42px] w-[66px] shrink-0 overflow-hidden rounded-control bg-surface',
                  isOn ? 'shadow-[0_0_0_2px_var(--accent)]' : 'shadow-[0_0_0_1px_var(--line-strong)]',
                )}
              >
                <StepPicture
                  step={byId.get(step.step_id)}
                  order={step.step_order}
                  backendUrl={backendUrl}
                  width={240}
                  className="size-full"
                />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2 text-sm">
                  <span className="text-muted tabular-nums">{step.step_order}</span>
                  <span dir="auto" className={clsx('min-w-0 flex-1 truncate text-left', isOn && 'font-medium')}>
                    {step.title ?? `Step ${step.step_order}`}
                  </span>
                  <span className={clsx('text-base font-semibold tabular-nums', isOn && 'text-accent-text')}>
                    <SmallPercent share={step.reached.rate} />
                  </span>
                </span>
                <span aria-hidden className="mt-1 block h-[3px]">
                  <span
                    style={{ width: `${(step.reached.rate ?? 0) * 100}%` }}
                    className="block h-full rounded-chip bg-chart-1"
                  />
                </span>
                <span
                  id={`funnel-${step.step_id}`}
                  className={clsx('text-xs text-muted tabular-nums', isOn ? 'mt-1 block' : 'sr-only')}
                >
                  {describe(step, index === funnel.length - 1)}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function labelOf({ step_order: order, title }: FunnelStep): string {
  return `Step ${order}${title === null ? '' : `: ${title}`}`
}

function describe(step: FunnelStep, isLast: boolean): string {
  const left = step.left_here.n === 0 || isLast ? '' : ` · ${countText(step.left_here.hits)} left here`
  return `${basisText(step.reached)}${left}`
}

function FunnelTable({ funnel }: { readonly funnel: readonly FunnelStep[] }) {
  return (
    <FigureTable
      label="Steps"
      columns={['Step', 'Seen', 'Of visits', 'Share', 'Left here', 'Drop-off', 'Time per view']}
      rows={funnel.map((step) => ({
        key: step.step_id,
        cells: [
          stepName(step),
          countText(step.reached.hits),
          countText(step.reached.n),
          shareText(step.reached),
          countText(step.left_here.hits),
          shareText(step.left_here),
          durationText(secondsEach(step)),
        ],
      }))}
    />
  )
}

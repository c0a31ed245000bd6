import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Minus, Plus, Split } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { EditorState } from './editor-state.ts'
import { noVisitPaths, visitPathsQuery } from './paths-figures.ts'
import {
  choiceLine,
  choiceRowHeight,
  choiceRowsMax,
  edgeLine,
  layOutPaths,
  neighbourOf,
  nodeHeight,
  nodeWidth,
  type MapChoice,
  type MapEdge,
  type MapNode,
  type PathsMap,
} from './paths-layout.ts'
import type { EditorCommand } from './reduce-editor.ts'

export interface PathsViewProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly steps: readonly Step[]
  readonly cards: readonly Card[]
  readonly backendUrl: string
}

const scaleStep = 0.1
const [scaleMin, scaleMax] = [0.2, 1.5]
/** A large map opens scrolled rather than smaller than this. */
const readableScale = 0.7

/** All steps as a map. A line's width is the share of visits that took this path. */
export function PathsView({ state, dispatch, steps, cards, backendUrl }: PathsViewProps) {
  const figures = useQuery(visitPathsQuery(state.saved.id)).data ?? noVisitPaths
  const map = useMemo(() => layOutPaths(steps, cards, figures), [steps, cards, figures])
  const viewport = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const selected = map.nodes.find(({ step }) => step.id === state.selectedId)

  function fit(least: number): void {
    const box = viewport.current
    if (box === null) return
    const wanted = Math.min(1, box.clientWidth / map.width, box.clientHeight / map.height)
    setScale(Math.max(least, Math.floor(wanted * 100) / 100))
  }
  const fitReadably = useEffectEvent(() => fit(readableScale))
  useLayoutEffect(() => fitReadably(), [])

  function handleKeyDown(event: KeyboardEvent, node: MapNode): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      dispatch({ type: 'select', id: node.step.id })
      dispatch({ type: 'show-view', view: 'steps' })
      return
    }
    const next = neighbourOf(map.nodes, node, event.key)
    if (next === undefined) return
    event.preventDefault()
    dispatch({ type: 'select', id: next.step.id })
    viewport.current?.querySelector<HTMLElement>(`[data-step="${next.step.id}"]`)?.focus()
  }

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-sunken">
      <section
        ref={viewport}
        aria-label="Paths"
        className="min-h-80 flex-1 overflow-auto bg-[radial-gradient(var(--line)_1px,transparent_1px)] bg-size-[24px_24px]"
      >
        <div style={{ width: map.width * scale, height: map.height * scale }} className="relative mx-auto min-h-full">
          {map.chapters.map(({ name, x }) => (
            <div
              key={x}
              style={{ left: x * scale }}
              className="absolute inset-y-0 border-l border-dashed border-control/40 pt-4 pl-4 first:border-l-0"
            >
              <h2 className="max-w-52 truncate text-sm font-semibold">{name}</h2>
            </div>
          ))}
          <div
            style={{
              width: map.width,
              height: map.height,
              transform: `scale(${scale})`,
              top: `max(0px, calc((100% - ${map.height * scale}px) / 2))`,
            }}
            className="absolute left-0 origin-top-left"
          >
            <Edges map={map} selectedId={state.selectedId} />
            <ol aria-label="Steps">
              {map.nodes.map((node) => (
                <Node
                  key={node.step.id}
                  node={node}
                  isSelected={node === selected}
                  isTabStop={selected === undefined ? node === map.nodes[0] : node === selected}
                  backendUrl={backendUrl}
                  ways={map.edges.filter(({ from }) => from === node)}
                  onSelect={() => dispatch({ type: 'select', id: node.step.id })}
                  onOpen={() => dispatch({ type: 'show-view', view: 'steps' })}
                  onKeyDown={(event) => handleKeyDown(event, node)}
                />
              ))}
            </ol>
            {map.choices.map((choice) => (
              <Choice
                key={choice.from.step.id}
                choice={choice}
                isSelected={choice.from === selected}
                onSelect={() => {
                  dispatch({ type: 'select', id: choice.from.step.id })
                  dispatch({ type: 'select-card', id: cardOf(choice.edges)?.id ?? null })
                }}
              />
            ))}
          </div>
        </div>
      </section>
      <div
        role="toolbar"
        aria-label="Map"
        data-floating-bar
        className="absolute bottom-5 left-1/2 flex max-lg:bottom-16 -translate-x-1/2 items-center gap-1 rounded-card bg-raised p-1 shadow-floating"
      >
        <Button size="tool" tone="quiet" onClick={() => fit(scaleMin)}>
          Fit
        </Button>
        <IconButton
          label="Smaller"
          disabled={scale <= scaleMin}
          onClick={() => setScale(Math.max(scaleMin, scale - scaleStep))}
        >
          <Minus size={16} aria-hidden />
        </IconButton>
        <output aria-label="Size" className="w-11 text-center text-xs text-soft tabular-nums">
          {Math.round(scale * 100)}%
        </output>
        <IconButton
          label="Larger"
          disabled={scale >= scaleMax}
          onClick={() => setScale(Math.min(scaleMax, scale + scaleStep))}
        >
          <Plus size={16} aria-hidden />
        </IconButton>
        <Button
          tone="quiet"
          icon={<Split size={16} aria-hidden className="rotate-90" />}
          onClick={() => {
            dispatch({ type: 'show-view', view: 'steps' })
            dispatch({ type: 'toggle-adding-card' })
          }}
        >
          Add branch
        </Button>
      </div>
      <ShowSelected stepId={state.selectedId} viewport={viewport} />
    </div>
  )
}

/** Scrolls the selected step into view when the map has loaded. */
function ShowSelected({
  stepId,
  viewport,
}: {
  readonly stepId: string | null
  readonly viewport: { readonly current: HTMLElement | null }
}) {
  useEffect(() => {
    viewport.current
      ?.querySelector(`[data-step="${stepId ?? ''}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [stepId, viewport])
  return null
}

interface NodeProps {
  readonly node: MapNode
  readonly isSelected: boolean
  readonly isTabStop: boolean
  readonly backendUrl: string
  readonly ways: readonly MapEdge[]
  readonly onSelect: () => void
  readonly onOpen: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function Node({ node, isSelected, isTabStop, backendUrl, ways, onSelect, onOpen, onKeyDown }: NodeProps) {
  const { step, x, y } = node
  const title = step.title?.trim() ?? ''
  const leads = ways.map(({ to }) => to.step.order).join(', ')
  return (
    <li style={{ left: x, top: y, width: nodeWidth, height: nodeHeight }} className="absolute">
      <button
        type="button"
        data-step={step.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isSelected || undefined}
        onClick={onSelect}
        onDoubleClick={onOpen}
        onKeyDown={onKeyDown}
        className={clsx(
          'flex size-full flex-col gap-1.5 rounded-card bg-surface p-1.5 text-left shadow-raised',
          isSelected ? 'ring-2 ring-accent-fill' : 'ring ring-line hover:ring-control',
        )}
      >
        <img
          src={scaledImageAddress(backendUrl, step.screenshotUrl, 320)}
          alt=""
          loading="lazy"
          draggable={false}
          className="min-h-0 w-full flex-1 rounded-control bg-sunken object-cover object-top"
        />
        <span className="block w-full truncate px-1 text-sm">
          <span className="sr-only">Step </span>
          <span className="mr-1.5 text-muted tabular-nums">{step.order}</span>
          <span className="sr-only">: </span>
          {title === '' ? <span className="text-muted">No title</span> : title}
          <span className="sr-only">{leads === '' ? '. The end' : `. Leads to ${leads}`}</span>
        </span>
      </button>
    </li>
  )
}

interface ChoiceProps {
  readonly choice: MapChoice
  readonly isSelected: boolean
  readonly onSelect: () => void
}

/** The question of a step with several ways on, and how many visitors took each. */
function Choice({ choice: { from, x, y, height, edges }, isSelected, onSelect }: ChoiceProps) {
  const rest = edges.length - choiceRowsMax
  return (
    <button
      type="button"
      style={{ left: x, top: y, width: nodeWidth, height }}
      onClick={onSelect}
      className={clsx(
        'absolute flex flex-col rounded-card bg-surface px-1.5 text-left shadow-raised',
        isSelected ? 'ring-2 ring-accent-fill' : 'ring ring-line hover:ring-control',
      )}
    >
      <span className="flex min-h-9 max-w-full items-center gap-1.5 px-1 text-sm font-semibold">
        <Split size={14} aria-hidden className="shrink-0 rotate-90" />
        <span className="truncate">{cardOf(edges)?.title || 'Choice'}</span>
        <span className="sr-only">after step {from.step.order}.</span>
      </span>
      {edges.slice(0, choiceRowsMax).map(({ card, kind, to, share }, row) => (
        <span
          key={`${to.step.id} ${card?.id ?? ''}`}
          style={{ height: choiceRowHeight - 3 }}
          className="mb-[3px] flex w-full shrink-0 items-center gap-2 rounded-control bg-hover px-2 text-xs"
        >
          <span className="min-w-0 flex-1 truncate">
            {row === choiceRowsMax - 1 && rest > 0
              ? `${rest + 1} more`
              : card === null
                ? pathNames[kind]
                : card.buttonLabel || card.title}
            <span className="sr-only"> to step {to.step.order}.</span>
          </span>
          {share === null ? null : <span className="text-muted tabular-nums">{percentOf(share)}</span>}
        </span>
      ))}
    </button>
  )
}

/** The card that asks. */
function cardOf(edges: readonly MapEdge[]): Card | null {
  return edges.find(({ card }) => card !== null)?.card ?? null
}

const pathNames = { next: 'Next', hotspot: 'Hotspot', card: '' } as const

function percentOf(share: number): string {
  return `${Math.round(share * 100)}\u202f%`
}

const widthMax = 11
const strokeOf = (share: number | null) => (share === null ? 2 : 1.5 + Math.min(1, share) * widthMax)

function Edges({ map, selectedId }: { readonly map: PathsMap; readonly selectedId: string | null }) {
  const { edges, choices, width, height } = map
  return (
    <>
      <svg aria-hidden width={width} height={height} className="pointer-events-none absolute inset-0 overflow-visible">
        {choices.map((choice) => (
          <path
            key={choice.from.step.id}
            d={choiceLine(choice)}
            fill="none"
            strokeWidth={strokeOf(sumOf(choice.edges))}
            className={choice.from.step.id === selectedId ? 'stroke-accent-fill' : 'stroke-accent-line'}
          />
        ))}
        {edges.map((edge) => {
          const { fromId, toId, card, share } = edge
          const isOfSelected = fromId === selectedId || toId === selectedId
          return (
            <path
              key={`${fromId} ${toId} ${card?.id ?? ''}`}
              d={edgeLine(edge)}
              fill="none"
              strokeWidth={strokeOf(share)}
              className={isOfSelected ? 'stroke-accent-fill' : 'stroke-accent-line'}
            />
          )
        })}
      </svg>
      {edges.map((edge) => (
        <EdgeLabel key={`${edge.fromId} ${edge.toId} ${edge.card?.id ?? ''}`} edge={edge} />
      ))}
    </>
  )
}

/** The share of visits that took any of them; null without figures. */
function sumOf(edges: readonly MapEdge[]): number | null {
  return edges.reduce<number | null>((sum, { share }) => (share === null ? sum : (sum ?? 0) + share), null)
}

/**
 * What visitors click to take this path, and how many did. Nothing for the paths of a choice, which shows both itself.
 */
function EdgeLabel({ edge: { from, to, card, kind, share, start } }: { readonly edge: MapEdge }) {
  if (start !== null) return null
  const isBelow = from.x === to.x && to.y > from.y
  const name = card === null ? (kind === 'hotspot' ? 'Hotspot' : '') : card.buttonLabel || card.title
  const percent = share === null ? '' : percentOf(share)
  if ((name === '' && percent === '') || (isBelow && name === '')) return null
  const [x, y] = isBelow
    ? [from.x + nodeWidth / 2, (from.y + nodeHeight + to.y) / 2]
    : [(from.x + nodeWidth + to.x) / 2, (from.y + to.y + nodeHeight) / 2]
  return (
    <span
      aria-hidden
      style={{ left: x, top: to.x < from.x ? Math.min(from.y, to.y) - 28 : y }}
      className="pointer-events-none absolute flex max-w-20 -translate-1/2 gap-1 rounded-chip bg-surface px-1.5 text-2xs leading-4.5 whitespace-nowrap text-muted tabular-nums ring ring-line"
    >
      {name === '' ? null : <span className="truncate text-text">{name}</span>}
      {percent}
    </span>
  )
}

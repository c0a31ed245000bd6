import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { EditorState } from './editor-state.ts'
import { noVisitPaths, visitPathsQuery } from './paths-figures.ts'
import {
  edgeLine,
  layOutPaths,
  neighbourOf,
  nodeHeight,
  nodeWidth,
  type MapEdge,
  type MapNode,
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

/** All steps as a map. A line's width is the share of visits that took this path. */
export function PathsView({ state, dispatch, steps, cards, backendUrl }: PathsViewProps) {
  const figures = useQuery(visitPathsQuery(state.saved.id)).data ?? noVisitPaths
  const map = useMemo(() => layOutPaths(steps, cards, figures), [steps, cards, figures])
  const viewport = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const selected = map.nodes.find(({ step }) => step.id === state.selectedId)

  const fit = () => {
    const box = viewport.current
    if (box === null) return
    const wanted = Math.min(1, box.clientWidth / map.width, box.clientHeight / map.height)
    setScale(Math.max(scaleMin, Math.floor(wanted * 100) / 100))
  }

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
            <Edges edges={map.edges} width={map.width} height={map.height} selectedId={state.selectedId} />
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
          </div>
        </div>
      </section>
      <div
        role="toolbar"
        aria-label="Map"
        className="absolute bottom-5 left-1/2 flex max-lg:bottom-16 -translate-x-1/2 items-center gap-1 rounded-card bg-raised p-1 shadow-floating"
      >
        <Button size="tool" tone="quiet" onClick={fit}>
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

interface EdgesProps {
  readonly edges: readonly MapEdge[]
  readonly width: number
  readonly height: number
  readonly selectedId: string | null
}

const widthMax = 11

function Edges({ edges, width, height, selectedId }: EdgesProps) {
  return (
    <>
      <svg aria-hidden width={width} height={height} className="pointer-events-none absolute inset-0 overflow-visible">
        {edges.map((edge) => {
          const { fromId, toId, card, share } = edge
          const isOfSelected = fromId === selectedId || toId === selectedId
          return (
            <path
              key={`${fromId} ${toId} ${card?.id ?? ''}`}
              d={edgeLine(edge)}
              fill="none"
              strokeWidth={share === null ? 2 : 1.5 + share * widthMax}
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

/** What visitors click to take this path, and how many did; only at branches. */
function EdgeLabel({ edge: { from, to, card, kind, share } }: { readonly edge: MapEdge }) {
  const isBelow = from.x === to.x && to.y > from.y
  const name = card === null ? (kind === 'hotspot' ? 'Hotspot' : '') : card.buttonLabel || card.title
  const percent = share === null ? '' : `${Math.round(share * 100)}\u202f%`
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

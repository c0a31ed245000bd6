import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

import type { ListedDemo } from '#domain/demo.ts'

import type { DemoActivity } from '../../lib/demo-activity.ts'
import { DemoCard } from './demo-card.tsx'

export interface DemoGridProps {
  readonly demos: readonly ListedDemo[]
  readonly backendUrl: string
  readonly activities?: ReadonlyMap<string, DemoActivity>
}

const gridClass = 'grid grid-cols-1 gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-3'

const gapPx = 28
const cardHeightPx = 280
/** Overscan: the Tab key finds the next card before scrolling. */
const rowsBeyond = 3

/** A virtualized list of cards; assistive technology is told the total. */
export function DemoGrid({ demos, backendUrl, activities }: DemoGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useColumns()
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    // Content above the list may appear or disappear.
    const watcher = new ResizeObserver(() => requestAnimationFrame(measure))
    watcher.observe(document.body)
    measure()
    return () => watcher.disconnect()
  }, [])
  // oxlint-disable-next-line react-hooks/incompatible-library -- its result is never memoised
  const rows = useWindowVirtualizer({
    count: Math.ceil(demos.length / columns),
    estimateSize: () => cardHeightPx,
    overscan: rowsBeyond,
    gap: gapPx,
    scrollMargin: top,
    useAnimationFrameWithResizeObserver: true,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const from = (first?.index ?? 0) * columns

  return (
    <ul
      ref={list}
      className={gridClass}
      style={{
        paddingTop: first === undefined ? 0 : first.start - top,
        paddingBottom: last === undefined ? 0 : rows.getTotalSize() + top - last.end,
      }}
    >
      {demos.slice(from, ((last?.index ?? -1) + 1) * columns).map((demo, index) => (
        <li
          key={demo.id}
          // A row is as tall as its tallest card.
          ref={index % columns === 0 ? rows.measureElement : undefined}
          data-index={Math.floor((from + index) / columns)}
          aria-setsize={demos.length}
          aria-posinset={from + index + 1}
        >
          <DemoCard demo={demo} backendUrl={backendUrl} activity={activities?.get(demo.id)} />
        </li>
      ))}
    </ul>
  )
}

/** Must match the classes above. */
function useColumns(): number {
  const [columns, setColumns] = useState(countColumns)
  useLayoutEffect(() => {
    const count = () => setColumns(countColumns())
    window.addEventListener('resize', count)
    return () => window.removeEventListener('resize', count)
  }, [])
  return columns
}

function countColumns(): number {
  if (window.matchMedia('(min-width: 64rem)').matches) return 3
  return window.matchMedia('(min-width: 40rem)').matches ? 2 : 1
}

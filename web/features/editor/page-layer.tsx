import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'

import type { Step } from '#domain/demo.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'
import { fillVariables, variableFallbacks } from '#domain/variables.ts'
import type { PageEditing } from '#protocol/page-edits.ts'

import { loadPageEditing } from '../../lib/page-calls.ts'
import type { Box } from '../../lib/page-picture/flat-tree.ts'
import { isPage } from '../../lib/page-picture/open-page.ts'
import { PageView, type PageTarget } from '../../lib/page-picture/page-view.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { EditorState } from './editor-state.ts'
import { changePageText, coverTarget } from './page-changes.ts'
import { hasPage, pageEditsOf, pageTextsQuery } from '../../lib/page-texts.ts'
import { leavePageMode, pageMode, setPageMode } from './page-mode-store.ts'
import { PageTextField } from './page-text-field.tsx'
import { targetName } from './page-target-name.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { currentLook } from './unsaved.ts'

export interface PageLayerProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly step: Step
}

/** The captured page over its picture: hovering highlights an element, a click selects it. */
export function PageLayer({ state, dispatch, step }: PageLayerProps) {
  const { data, isPending, refetch } = useQuery({
    // Saving edits doesn't change the page as captured.
    queryKey: ['page-editing', step.id],
    queryFn: async () => {
      const result = await loadPageEditing(step.id)
      if (result.ok) return { editing: result.value, problem: null }
      return { editing: null, problem: result.error.sentence ?? 'The page could not be loaded.' }
    },
    staleTime: addressMs,
    enabled: hasPage(step),
  })
  if (!hasPage(step)) {
    return (
      <PageNotice
        title="No page was captured"
        text="This step has only a picture. Record it again with the extension to edit its texts and images. Redact hides parts of the picture."
      />
    )
  }
  if (isPending) return <PageNotice title="Loading the page…" isBusy />
  if (data?.editing === null || data?.editing === undefined) {
    return <PageNotice title="The page can’t be edited now" text={data?.problem ?? ''} />
  }
  return (
    <PageCanvas
      key={step.id}
      state={state}
      dispatch={dispatch}
      step={step}
      editing={data.editing}
      onExpired={() => void refetch()}
    />
  )
}

/** Refetched after this time, before the address expires. */
const addressMs = 3_600_000

interface PageNoticeProps {
  readonly title: string
  readonly text?: string
  readonly isBusy?: boolean
}

function PageNotice({ title, text, isBusy = false }: PageNoticeProps) {
  return (
    <div
      className="absolute inset-0 grid place-items-center bg-black/40 p-4"
      onClick={(event) => event.stopPropagation()}
    >
      <div role="status" className="max-w-80 rounded-card bg-raised p-4 text-center text-sm shadow-floating">
        <p className="flex items-center justify-center gap-2 font-semibold">
          {isBusy ? <Spinner label="Loading" size={16} /> : null}
          {title}
        </p>
        {text === undefined || text === '' ? null : <p className="mt-1 text-muted">{text}</p>}
      </div>
    </div>
  )
}

/** In the window, in CSS pixels. */
interface Place {
  readonly clientX: number
  readonly clientY: number
}

interface PageCanvasProps extends PageLayerProps {
  readonly editing: PageEditing
  /** The page's address no longer works. */
  readonly onExpired: () => void
}

function PageCanvas({ state, dispatch, step, editing, onExpired }: PageCanvasProps) {
  const layer = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  /** The position of a click while the page was loading. */
  const earlyClick = useRef<Place | null>(null)
  const { view, target, typing, hovered, scope, round } = useSyncExternalStore(pageMode.subscribe, pageMode.get)
  const [pointed, setPointed] = useState<PageTarget | null>(null)
  useEffect(() => leavePageMode, [])
  const scale = useScale(layer, editing.pictureWidth)
  const edits = pageEditsOf(step)
  const { data: pages = null } = useQuery(pageTextsQuery(step.demoId))
  const pagesInScope = scope === 'everywhere' ? pages : null
  const fallbacks = variableFallbacks(currentLook(state))

  const showEdits = useEffectEvent((shown: PageView, made: PageEdits) =>
    shown.show(made, {
      fill: (text) => fillVariables(text, {}, fallbacks),
      fileUrl: (hash) => new URL(hash, new URL(editing.pageUrl, location.href)).href,
    }),
  )
  function handleLoad(): void {
    const page = frame.current?.contentDocument ?? null
    if (page === null || !isPage(page)) return onExpired()
    const shown = new PageView(page)
    showEdits(shown, edits)
    setPageMode({ view: shown })
    if (earlyClick.current !== null) select(targetAt(shown, earlyClick.current))
    earlyClick.current = null
    // For keyboard users.
    if (document.activeElement === document.body) surface.current?.focus()
  }
  useEffect(() => {
    // An edit was undone, so the page is reloaded as captured.
    if (view !== null && !showEdits(view, edits)) setPageMode({ view: null, round: pageMode.get().round + 1 })
  }, [view, edits])

  const targetAt = (shown: PageView | null, { clientX, clientY }: Place) => {
    const rect = layer.current?.getBoundingClientRect()
    if (rect === undefined) return null
    const perPixel = editing.pictureWidth / rect.width
    return shown?.targetAt((clientX - rect.left) * perPixel, (clientY - rect.top) * perPixel) ?? null
  }
  const select = (next: PageTarget | null) => setPageMode({ target: next, typing: null })

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || view === null) return
    const next = targetByKey(event, view, target, editing)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (next === 'type') setPageMode({ typing: target?.textPath ?? null })
    else if (next === 'bar') document.querySelector<HTMLElement>('[data-page-bar] :is(input, button)')?.focus()
    else if (next === 'remove') {
      if (target === null) return
      select(null)
      void coverTarget({ state, dispatch, step, view, pages: pagesInScope }, target, 'remove')
    } else if (next === 'leave') {
      if (target !== null) select(null)
      else dispatch({ type: 'put-tool-down' })
    } else select(next)
  }

  const boxOfTarget = (shown: PageTarget | null) =>
    shown === null ? null : (view?.box(shown.textPath ?? shown.path) ?? null)
  return (
    <div
      ref={layer}
      className="absolute inset-0 overflow-hidden rounded-[inherit]"
      onClick={(event) => event.stopPropagation()}
    >
      <iframe
        key={round}
        ref={frame}
        sandbox="allow-same-origin"
        src={editing.pageUrl}
        title="Page of the step"
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute top-0 left-0 origin-top-left border-0 bg-white"
        style={{
          width: editing.width,
          height: editing.height,
          transform: `scale(${scale})`,
          // The picture shows until the page has loaded.
          opacity: view === null ? 0 : 1,
        }}
        onLoad={handleLoad}
      />
      <div
        ref={surface}
        data-page-surface
        data-testid="page-surface"
        role="application"
        aria-label="Page: Tab goes through texts and images, arrow keys choose the element around or inside, Enter edits the text, Space goes to the other actions, Delete removes, Escape leaves."
        tabIndex={0}
        className="absolute inset-0 cursor-pointer outline-offset-[-2px]"
        onPointerMove={(event) => setPointed(targetAt(view, event))}
        onPointerLeave={() => setPointed(null)}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          if (view === null) earlyClick.current = { clientX: event.clientX, clientY: event.clientY }
          else select(targetAt(view, event))
        }}
        onDoubleClick={(event) => {
          const found = targetAt(view, event)
          if (typeof found?.textPath === 'string') setPageMode({ target: found, typing: found.textPath })
        }}
        onKeyDown={handleKeyDown}
      />
      <Outline box={boxOfTarget(pointed)} scale={scale} look="pointed" />
      <Outline box={hovered === null ? null : (view?.box(hovered) ?? null)} scale={scale} look="pointed" />
      <Outline box={boxOfTarget(target)} scale={scale} look="selected" />
      <p role="status" className="sr-only">
        {target === null || view === null ? '' : targetName(view, target)}
      </p>
      {typing !== null && view !== null ? (
        <PageTextField
          key={typing}
          view={view}
          path={typing}
          scale={scale}
          written={writtenText(view, typing, step)}
          onDone={(text) => {
            setPageMode({ typing: null })
            surface.current?.focus()
            if (text !== null) changePageText({ state, dispatch, step, view, pages: pagesInScope }, typing, text)
          }}
        />
      ) : null}
    </div>
  )
}

/** The text with its variables, as the author wrote it. */
function writtenText(view: PageView, path: PagePath, step: Step): string {
  const edit = pageEditsOf(step).find(
    (each) => each.kind === 'text' && each.path === path && each.attribute === undefined,
  )
  return edit?.kind === 'text' ? edit.to : view.capturedText(path)
}

/** What a key selects; undefined for other keys. */
function targetByKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  view: PageView,
  target: PageTarget | null,
  { width, height }: PageEditing,
): PageTarget | 'type' | 'bar' | 'remove' | 'leave' | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Escape') return 'leave'
  if (key === 'Enter' && typeof target?.textPath === 'string') return 'type'
  if (target !== null && (key === 'Enter' || key === ' ')) return 'bar'
  if (target !== null && (key === 'Delete' || key === 'Backspace')) return 'remove'
  if (target !== null && key === 'ArrowUp') return view.parentOf(target) ?? target
  if (target !== null && key === 'ArrowDown') return view.childOf(target) ?? target
  if (key !== 'Tab') return undefined
  const order = view.readingOrder(width, height)
  const at = order.findIndex(({ path, textPath }) => path === target?.path && textPath === target.textPath)
  // After the last element, Tab leaves the page.
  return at === -1 && shiftKey ? undefined : order[at + (shiftKey ? -1 : 1)]
}

interface OutlineProps {
  readonly box: Box | null
  readonly scale: number
  readonly look: 'pointed' | 'selected'
}

function Outline({ box, scale, look }: OutlineProps) {
  if (box === null) return null
  const { left, top, right, bottom } = box
  return (
    <div
      aria-hidden
      data-page-target={look}
      className={
        look === 'selected'
          ? 'pointer-events-none absolute rounded-tiny border-2 border-accent-fill'
          : 'pointer-events-none absolute rounded-tiny border border-accent-fill bg-accent/10'
      }
      style={{
        left: left * scale - 2,
        top: top * scale - 2,
        width: (right - left) * scale + 4,
        height: (bottom - top) * scale + 4,
      }}
    />
  )
}

/** Screen pixels per pixel of the page, before the canvas zoom. */
function useScale(layer: { readonly current: HTMLElement | null }, pictureWidth: number): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = layer.current
    if (element === null) return
    const measure = () => setScale(element.clientWidth / pictureWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [layer, pictureWidth])
  return scale
}

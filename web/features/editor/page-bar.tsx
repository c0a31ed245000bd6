import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Droplet, EyeOff, ImageUp, Trash2, Type, TypeOutline } from 'lucide-react'
import { useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react'

import type { DemoVariable } from '#domain/demo-look.ts'
import type { Step } from '#domain/demo.ts'
import { pageEditLimits, type CoverEdit, type ImageEdit } from '#domain/page-edits.ts'

import { acceptedTypes } from '../../lib/import/accepted-types.ts'
import { uploadPageFile } from '../../lib/page-calls.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { barButtonClass } from './bar-button-class.ts'
import type { EditorState } from './editor-state.ts'
import { coverTarget, placeCount, swapImage, type PageChange } from './page-changes.ts'
import { pageMode, setPageMode } from './page-mode-store.ts'
import { pageTextsQuery } from '../../lib/page-texts.ts'
import { targetName } from './page-target-name.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { useDragOutside, usePlacedAbove } from './use-placed-above.ts'
import { VariableMenu } from './variable-menu.tsx'

export interface PageBarProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly step: Step
  readonly variables: readonly DemoVariable[]
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  /** Below the canvas if it would hide the page. */
  readonly isStatic: boolean
}

/** Actions for the selected element of the page. */
export function PageBar({ state, dispatch, step, variables, frame, isStatic }: PageBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { view, target, typing, scope, insert } = useSyncExternalStore(pageMode.subscribe, pageMode.get)
  const { data: pages = null } = useQuery({ ...pageTextsQuery(step.demoId), enabled: view !== null })
  const [wording, setWording] = useState<string | null>(null)
  const isPressed = useDragOutside(bar)
  usePlacedAbove(bar, isStatic ? null : () => frame.current?.querySelector('[data-page-target="selected"]') ?? null)
  if (view === null || target === null) return null
  const wide: PageChange = { state, dispatch, step, view, pages }
  const change: PageChange = scope === 'everywhere' ? wide : { ...wide, pages: null }
  const count = placeCount(wide, target)
  const leave = () => setPageMode({ target: null, typing: null })
  const cover = (kind: CoverEdit['kind']) => {
    leave()
    void coverTarget(change, target, kind)
  }
  const swap = (to: ImageEdit['to']) => {
    setWording(null)
    leave()
    void swapImage(change, target, to)
  }
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <IconButton label={label} className={barButtonClass} onClick={onClick}>
      {icon}
    </IconButton>
  )
  return (
    <div
      ref={bar}
      data-page-bar
      role="toolbar"
      aria-label="Selected part of the page"
      className={clsx(
        'flex items-center gap-0.5 rounded-card bg-ink p-1 text-xs text-ink-text select-none',
        isStatic ? 'flex-wrap' : 'absolute top-0 left-0 z-20 w-max max-w-[calc(100%-1rem)] shadow-floating',
        isPressed && !isStatic && 'invisible',
      )}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        document.querySelector<HTMLElement>('[data-page-surface]')?.focus()
      }}
    >
      <span className="max-w-40 truncate px-2" title={targetName(view, target)}>
        {targetName(view, target)}
      </span>
      {count > 1 ? <ScopeChoice scope={scope} count={count} /> : null}
      {typing !== null ? (
        <VariableMenu variables={variables} onPick={(text) => insert?.(text)} />
      ) : (
        <>
          {target.textPath === null
            ? null
            : button('Edit text', <Type size={16} aria-hidden />, () => setPageMode({ typing: target.textPath }))}
          {target.isImage && wording === null ? (
            <>
              {button(
                'Swap image',
                <ImageUp size={16} aria-hidden />,
                () => void pickImage(step.id).then((file) => file !== null && swap({ file })),
              )}
              {button('Replace with a word', <TypeOutline size={16} aria-hidden />, () => setWording(''))}
            </>
          ) : null}
          {wording === null ? (
            <>
              {button('Hide', <EyeOff size={16} aria-hidden />, () => cover('hide'))}
              {button('Blur', <Droplet size={16} aria-hidden />, () => cover('blur'))}
              {button('Remove', <Trash2 size={16} aria-hidden />, () => cover('remove'))}
            </>
          ) : (
            <WordField
              word={wording}
              variables={variables}
              onChange={setWording}
              onCancel={() => setWording(null)}
              onUse={(text) => swap({ text, color: null })}
            />
          )}
        </>
      )}
    </div>
  )
}

function ScopeChoice({ scope, count }: { readonly scope: 'step' | 'everywhere'; readonly count: number }) {
  const choices = [
    { value: 'step', label: 'Only here' },
    { value: 'everywhere', label: `Everywhere (${count})` },
  ] as const
  return (
    <div role="radiogroup" aria-label="Change" className="mr-1 flex rounded-control bg-ink-hover p-0.5">
      {choices.map(({ value, label }) => (
        <label
          key={value}
          className="relative cursor-pointer rounded-tiny px-2 py-1 whitespace-nowrap has-checked:bg-ink has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="page-scope"
            checked={scope === value}
            aria-label={label}
            className="absolute inset-0 cursor-pointer appearance-none rounded-tiny"
            onChange={() => setPageMode({ scope: value })}
          />
          <span aria-hidden>{label}</span>
        </label>
      ))}
    </div>
  )
}

interface WordFieldProps {
  readonly word: string
  readonly variables: readonly DemoVariable[]
  readonly onChange: (word: string) => void
  readonly onCancel: () => void
  readonly onUse: (word: string) => void
}

function WordField({ word, variables, onChange, onCancel, onUse }: WordFieldProps) {
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (word.trim() !== '') onUse(word.trim())
      }}
    >
      <input
        autoFocus
        aria-label="Word that replaces the image"
        placeholder="Acme"
        value={word}
        maxLength={pageEditLimits.wordMarkMax}
        className="h-7 w-32 rounded-tiny border border-control bg-surface px-2 text-text"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onCancel()
        }}
      />
      <VariableMenu variables={variables} onPick={(text) => onChange(word + text)} />
      <button
        type="submit"
        disabled={word.trim() === ''}
        className="rounded-tiny px-2 py-1 font-semibold disabled:opacity-50"
      >
        Use
      </button>
    </form>
  )
}

/** Asks for an image and stores it; null if none was chosen. */
async function pickImage(stepId: string): Promise<string | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = acceptedTypes
  const { promise, resolve } = Promise.withResolvers<File | null>()
  input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
  input.addEventListener('cancel', () => resolve(null))
  input.click()
  const file = await promise
  if (file === null) return null
  const stored = await uploadPageFile(stepId, file)
  if (stored.ok) return stored.value
  showToast({ text: ['The image was not saved.', stored.error.sentence].filter(Boolean).join(' '), tone: 'danger' })
  return null
}

import { ArrowLeft, Check, GitCompareArrows, Keyboard, LoaderCircle, Play, Redo2, Undo2, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { untitledName } from '#domain/file-names.ts'
import { limits } from '#domain/limits.ts'

import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { Button } from '../../ui/button.tsx'
import { ActionButton } from './action-button.tsx'
import { editorActions, type EditorAction, type EditorContext } from './editor-actions.ts'
import { headerMiddle, headerNotices } from './editor-header-slots.tsx'
import { currentText } from './editor-state.ts'
import type { SaveState } from './use-editor-saver.ts'

export interface EditorHeaderProps {
  readonly context: EditorContext
  readonly saveState: SaveState
  readonly isSavingText: boolean
}

const saveTexts = {
  saved: 'Saved',
  unsaved: 'Not saved',
  disputed: 'Not all saved',
  saving: 'Saving…',
  offline: 'Offline, kept here',
  'signed-out': 'Signed out, kept here',
} as const satisfies Record<SaveState, string>

export function EditorHeader({ context, saveState, isSavingText }: EditorHeaderProps) {
  const { state, dispatch } = context
  const { name } = currentText(state)
  const isBlank = name.trim() === ''
  const run = useStableCallback((action: EditorAction) => action.run(context))
  const tool = (action: EditorAction, icon: ReactNode, label = action.labelNow?.(state)) => (
    <ActionButton
      action={action}
      icon={icon}
      isEnabled={action.isEnabled(context)}
      onRun={run}
      {...(label !== undefined && { label })}
    />
  )

  return (
    <header className="relative z-20 flex shrink-0 flex-wrap items-center gap-x-1 gap-y-1 border-b border-line bg-surface px-2 py-1.5 lg:h-12 lg:flex-nowrap lg:py-0 lg:pr-3">
      {backLink}
      <h1 className="sr-only">Edit {name}</h1>
      <input
        aria-label="Demo name"
        aria-invalid={isBlank || undefined}
        value={name}
        maxLength={limits.demoNameMax}
        placeholder="Name this demo"
        onChange={(event) => dispatch({ type: 'edit', edit: { type: 'name', name: event.currentTarget.value } })}
        onFocus={({ currentTarget }) => name === untitledName && currentTarget.select()}
        title={name}
        className="h-7 min-w-32 flex-1 rounded-control border border-transparent bg-transparent px-1.5 text-sm font-semibold text-ellipsis hover:bg-hover focus-visible:border-accent aria-invalid:border-danger sm:max-w-full sm:min-w-28 sm:flex-[0_1_auto] sm:field-sizing-content xl:max-w-[calc(50vw-15rem)] pointer-coarse:h-11"
      />
      <p role="status" className="flex min-w-0 shrink-0 items-center gap-1 px-1 text-sm text-muted max-sm:order-1">
        {isBlank ? <span className="text-danger">Give the demo a name to save it.</span> : saveMark(saveState)}
      </p>
      <div className="flex flex-1 justify-center max-lg:order-3 max-lg:w-full max-lg:flex-auto max-sm:w-auto max-sm:flex-none empty:hidden max-lg:empty:hidden lg:min-w-fit lg:px-1 xl:absolute xl:left-1/2 xl:-translate-x-1/2">
        {headerMiddle.map(({ id, Slot }) => (
          <Slot key={id} context={context} />
        ))}
      </div>
      <div className="ml-auto flex items-center max-sm:order-2">
        {tool(editorActions.undo, icons.undo)}
        {tool(editorActions.redo, icons.redo)}
        <span className="hidden sm:contents">{tool(editorActions.shortcuts, icons.shortcuts, 'Shortcuts')}</span>
      </div>
      <span aria-hidden className="mx-1.5 hidden h-5 w-px bg-line lg:block" />
      <div className="flex items-center gap-1 max-lg:order-2 max-sm:order-4 max-sm:ml-auto">
        {headerNotices.map(({ id, Slot }) => (
          <Slot key={id} context={context} />
        ))}
        <Button
          tone="quiet"
          className="max-sm:px-1.5"
          disabled={!editorActions.save.isEnabled(context)}
          onClick={() => editorActions.save.run(context)}
        >
          {isSavingText ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button
          icon={icons.preview}
          disabled={!editorActions.preview.isEnabled(context)}
          onClick={() => editorActions.preview.run(context)}
          className="ml-0.5 max-sm:min-w-11"
        >
          <span className="max-sm:sr-only">Preview</span>
        </Button>
        <Button tone="accent" className="ml-0.5" onClick={() => editorActions.share.run(context)}>
          Share
        </Button>
      </div>
    </header>
  )
}

function saveMark(saveState: SaveState): ReactNode {
  return (
    <>
      {marks[saveState]}
      {saveTexts[saveState]}
    </>
  )
}

/* Created once, so React skips it. */

const marks = {
  saved: <Check size={14} aria-hidden className="text-success" />,
  unsaved: <WifiOff size={14} aria-hidden className="text-danger" />,
  disputed: <GitCompareArrows size={14} aria-hidden className="text-warning" />,
  saving: <LoaderCircle size={14} aria-hidden className="text-muted" />,
  offline: <WifiOff size={14} aria-hidden className="text-warning" />,
  'signed-out': <WifiOff size={14} aria-hidden className="text-warning" />,
} as const satisfies Record<SaveState, ReactNode>

const icons = {
  undo: <Undo2 size={16} aria-hidden />,
  redo: <Redo2 size={16} aria-hidden />,
  shortcuts: <Keyboard size={16} aria-hidden />,
  preview: <Play size={16} aria-hidden />,
} as const

const backLink = (
  <Link
    to="/dashboard"
    aria-label="Back to dashboard"
    className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
  >
    <ArrowLeft size={16} aria-hidden />
  </Link>
)

import { ArrowLeft, Keyboard, Redo2, Save, Share2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { limits } from '#domain/limits.ts'

import { useSteady } from '../../lib/use-steady.ts'
import { Button } from '../../ui/button.tsx'
import { ActionButton } from './action-button.tsx'
import { editorActions, type EditorAction, type EditorContext } from './editor-actions.ts'
import { currentText } from './editor-state.ts'
import type { SaveState } from './use-editor-saver.ts'

export interface EditorHeaderProps {
  readonly context: EditorContext
  readonly saveState: SaveState
  readonly isSavingText: boolean
  readonly onShare: () => void
}

const saveTexts = {
  saved: 'Saved',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  offline: 'Offline, saved locally',
  'signed-out': 'Signed out, saved locally',
} as const satisfies Record<SaveState, string>

export function EditorHeader({ context, saveState, isSavingText, onShare }: EditorHeaderProps) {
  const { state, dispatch } = context
  const { name } = currentText(state)
  const isBlank = name.trim() === ''
  const run = useSteady((action: EditorAction) => action.run(context))
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
    <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-2 py-1.5 sm:h-12 sm:flex-nowrap sm:py-0">
      {backLink}
      <h1 className="sr-only">Edit {name}</h1>
      <input
        aria-label="Demo name"
        aria-invalid={isBlank || undefined}
        value={name}
        maxLength={limits.demoNameMax}
        placeholder="Name this demo"
        onChange={(event) => dispatch({ type: 'edit', edit: { type: 'name', name: event.currentTarget.value } })}
        title={name}
        className="h-8 min-w-0 flex-1 rounded-control border border-transparent bg-transparent px-2 text-base font-medium hover:border-control/60 focus-visible:border-accent aria-invalid:border-danger sm:max-w-full sm:min-w-40 sm:flex-[0_1_auto] sm:field-sizing-content pointer-coarse:h-11"
      />
      {/* Beside the name on phones, else among the buttons at the right. */}
      <div className="flex items-center gap-1 sm:order-2">
        {tool(editorActions.undo, icons.undo)}
        {tool(editorActions.redo, icons.redo)}
      </div>
      <span aria-hidden className="w-full sm:hidden" />
      <p role="status" className="min-w-0 flex-1 px-2 text-xs text-muted sm:order-1 sm:min-w-fit">
        {isBlank ? <span className="text-danger">Give the demo a name to save it.</span> : saveTexts[saveState]}
      </p>
      <div className="flex items-center gap-1 sm:order-3">
        <span className="hidden sm:contents">{tool(editorActions.shortcuts, icons.shortcuts, 'Shortcuts')}</span>
        <Button
          disabled={!editorActions.save.isEnabled(context)}
          icon={icons.save}
          onClick={() => editorActions.save.run(context)}
        >
          {isSavingText ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button tone="accent" icon={icons.share} onClick={onShare}>
          Share
        </Button>
      </div>
    </header>
  )
}

/* Created once, so React skips it. */

const icons = {
  undo: <Undo2 size={16} aria-hidden />,
  redo: <Redo2 size={16} aria-hidden />,
  shortcuts: <Keyboard size={16} aria-hidden />,
  save: <Save size={16} aria-hidden />,
  share: <Share2 size={16} aria-hidden />,
} as const

const backLink = (
  <Link
    to="/dashboard"
    aria-label="Back to dashboard"
    className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text pointer-coarse:size-11"
  >
    <ArrowLeft size={16} aria-hidden />
  </Link>
)

import { ArrowLeft, Keyboard, Redo2, Save, Share2, Undo2 } from 'lucide-react'
import { Link } from 'react-router'

import { limits } from '#domain/limits.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { editorActions, type EditorContext } from './editor-actions.ts'
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
  unsaved: 'Unsaved changes, kept here',
  saving: 'Saving…',
  offline: 'Offline, kept here',
  'signed-out': 'Signed out, kept here',
} as const satisfies Record<SaveState, string>

export function EditorHeader({ context, saveState, isSavingText, onShare }: EditorHeaderProps) {
  const { state, dispatch } = context
  const { name } = currentText(state)
  const isBlank = name.trim() === ''

  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-2 py-1.5 sm:h-12 sm:flex-nowrap sm:py-0">
      <Link
        to="/dashboard"
        aria-label="Back to dashboard"
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text pointer-coarse:size-11"
      >
        <ArrowLeft size={16} aria-hidden />
      </Link>
      <h1 className="sr-only">Edit {name}</h1>
      <input
        aria-label="Demo name"
        aria-invalid={isBlank || undefined}
        value={name}
        maxLength={limits.demoNameMax}
        placeholder="Name this demo"
        onChange={(event) => dispatch({ type: 'edit', edit: { type: 'name', name: event.currentTarget.value } })}
        className="h-8 min-w-0 flex-1 rounded-control border border-transparent bg-transparent px-2 text-base font-medium hover:border-control/60 focus-visible:border-accent aria-invalid:border-danger sm:max-w-md pointer-coarse:h-11"
      />
      <span aria-hidden className="w-full sm:hidden" />
      <p role="status" className="min-w-0 flex-1 px-2 text-xs text-muted">
        {isBlank ? <span className="text-danger">Give the demo a name to save it.</span> : saveTexts[saveState]}
      </p>
      <div className="flex items-center gap-1">
        <span className="hidden sm:contents">
          <IconButton
            label="Undo"
            shortcut={editorActions.undo.shortcut}
            disabled={!editorActions.undo.isEnabled(context)}
            onClick={() => editorActions.undo.run(context)}
          >
            <Undo2 size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Redo"
            shortcut={editorActions.redo.shortcut}
            disabled={!editorActions.redo.isEnabled(context)}
            onClick={() => editorActions.redo.run(context)}
          >
            <Redo2 size={16} aria-hidden />
          </IconButton>
          <IconButton label="Shortcuts" shortcut="?" onClick={() => editorActions.shortcuts.run(context)}>
            <Keyboard size={16} aria-hidden />
          </IconButton>
        </span>
        <Button
          disabled={!editorActions.save.isEnabled(context)}
          icon={<Save size={16} aria-hidden />}
          onClick={() => editorActions.save.run(context)}
        >
          {isSavingText ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button tone="accent" icon={<Share2 size={16} aria-hidden />} onClick={onShare}>
          Share
        </Button>
      </div>
    </header>
  )
}

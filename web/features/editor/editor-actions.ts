import { limits } from '#domain/limits.ts'

import { canStepThrough } from './editor-history.ts'
import type { EditorState } from './editor-state.ts'
import { showNarrationPanel } from './narration-dialogs-store.ts'
import { openPageDialog } from './page-dialogs-store.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { currentLook } from './unsaved.ts'

/** Side effects of actions. */
export interface EditorContext {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly canSave: boolean
  readonly save: () => void
  readonly showShortcuts: () => void
  readonly showPreview: () => void
  readonly share: () => void
  /** Focuses the callout. */
  readonly writeCallout: () => void
  readonly addImages: () => void
  /** Runs on the selected step. */
  readonly duplicate: () => void
  /** Explains why an action did nothing. */
  readonly tell: (text: string) => void
}

/** An action of the author, as used by the toolbar, the keys and the shortcut dialog. */
export interface EditorAction {
  readonly name: string
  readonly label: string
  /** Its current label, for labels that change. */
  readonly labelNow?: (state: EditorState) => string
  /** Other words for it, for the palette. */
  readonly also?: string
  /** As in the shortcut dialog; absent for button-only actions. */
  readonly shortcut?: string
  /** `event.key` values, with Ctrl (or Command) when `isWithCtrl`. */
  readonly keys: readonly string[]
  readonly isWithCtrl?: boolean
  /** Also while typing in a text field. */
  readonly isWhileTyping?: boolean
  readonly isEnabled: (context: EditorContext) => boolean
  readonly run: (context: EditorContext) => void
}

const always = () => true

function named(verb: string, name: string | undefined): string {
  return name === undefined ? verb : `${verb} ${name}`
}

function goThrough({ state, dispatch, tell }: EditorContext, direction: 'undo' | 'redo'): void {
  if (!canStepThrough(state, direction)) {
    const entry = direction === 'undo' ? state.past.at(-1) : state.future.at(-1)
    tell(
      `“${named(direction === 'undo' ? 'Undo' : 'Redo', entry?.name)}” is no longer possible: someone else changed it.`,
    )
  }
  dispatch({ type: direction })
}

export const editorActions = {
  toggleNotes: {
    name: 'toggle-notes',
    label: 'Toggle speaker notes',
    shortcut: 'N',
    keys: ['n', 'N'],
    isEnabled: always,
    run: ({ dispatch }) => dispatch({ type: 'toggle-notes' }),
  },
  addCard: {
    name: 'add-card',
    label: 'Add Action Card',
    also: 'form lead hint media button',
    shortcut: 'C',
    keys: ['c', 'C'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ dispatch }) => dispatch({ type: 'toggle-adding-card' }),
  },
  addStep: {
    name: 'add-step',
    label: 'Add steps from images',
    shortcut: 'A',
    keys: ['a', 'A'],
    isEnabled: always,
    run: ({ addImages }) => addImages(),
  },
  preview: {
    name: 'preview',
    label: 'Preview',
    also: 'play test try',
    shortcut: 'P',
    keys: ['p', 'P'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ showPreview }) => showPreview(),
  },
  share: {
    name: 'share',
    label: 'Share',
    also: 'link embed people personal export download video pdf publish',
    keys: [],
    isEnabled: always,
    run: ({ share }) => share(),
  },
  toggleStrip: {
    name: 'toggle-strip',
    label: 'Toggle grid/vertical view',
    shortcut: 'V',
    keys: ['v', 'V'],
    isEnabled: ({ state }) => !state.isFullView,
    run: ({ dispatch }) => dispatch({ type: 'toggle-strip' }),
  },
  zoomIn: {
    name: 'zoom-in',
    label: 'Zoom in',
    shortcut: '+',
    keys: ['+', '='],
    isEnabled: ({ state }) => state.zoomPercent < limits.zoomMaxPercent,
    run: ({ state, dispatch }) => dispatch({ type: 'zoom', percent: state.zoomPercent + limits.zoomStepPercent }),
  },
  zoomOut: {
    name: 'zoom-out',
    label: 'Zoom out',
    shortcut: '-',
    keys: ['-'],
    isEnabled: ({ state }) => state.zoomPercent > limits.zoomMinPercent,
    run: ({ state, dispatch }) => dispatch({ type: 'zoom', percent: state.zoomPercent - limits.zoomStepPercent }),
  },
  save: {
    name: 'save',
    label: 'Save changes',
    shortcut: 'Ctrl+S',
    keys: ['s', 'S'],
    isWithCtrl: true,
    isWhileTyping: true,
    isEnabled: ({ canSave }) => canSave,
    run: ({ save }) => save(),
  },
  undo: {
    name: 'undo',
    label: 'Undo',
    labelNow: ({ past }) => named('Undo', past.at(-1)?.name),
    shortcut: 'Ctrl+Z',
    keys: ['z'],
    isWithCtrl: true,
    isWhileTyping: true,
    isEnabled: ({ state }) => state.past.length > 0,
    run: (context) => goThrough(context, 'undo'),
  },
  redo: {
    name: 'redo',
    label: 'Redo',
    labelNow: ({ future }) => named('Redo', future.at(-1)?.name),
    shortcut: 'Ctrl+Y',
    keys: ['y', 'Z'],
    isWithCtrl: true,
    isWhileTyping: true,
    isEnabled: ({ state }) => state.future.length > 0,
    run: (context) => goThrough(context, 'redo'),
  },
  placeHotspot: {
    name: 'place-hotspot',
    label: 'Place the hotspot',
    shortcut: 'H',
    keys: ['h', 'H'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ dispatch }) => dispatch({ type: 'use-tool', tool: 'hotspot' }),
  },
  zoomArea: {
    name: 'zoom-area',
    label: 'Draw the zoom area',
    shortcut: 'Z',
    keys: ['z', 'Z'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ dispatch }) => dispatch({ type: 'use-tool', tool: 'zoom' }),
  },
  duplicate: {
    name: 'duplicate',
    label: 'Duplicate step',
    shortcut: 'D',
    keys: ['d', 'D'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ duplicate }) => duplicate(),
  },
  redact: {
    name: 'redact',
    label: 'Hide part of the picture',
    also: 'blur redact pixelate censor mask black out',
    shortcut: 'R',
    keys: ['r', 'R'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ dispatch }) => dispatch({ type: 'use-tool', tool: 'redact' }),
  },
  editPage: {
    name: 'edit-page',
    label: 'Edit page',
    also: 'text image html captured swap',
    shortcut: 'E',
    keys: ['e', 'E'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ dispatch }) => dispatch({ type: 'use-tool', tool: 'page' }),
  },
  findReplace: {
    name: 'find-replace',
    label: 'Find and replace',
    shortcut: 'Ctrl+H',
    keys: ['h', 'H'],
    isWithCtrl: true,
    isWhileTyping: true,
    isEnabled: always,
    run: () => openPageDialog('replace'),
  },
  anonymise: {
    name: 'anonymise',
    label: 'Make anonymous',
    keys: [],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: () => openPageDialog('anonymise'),
  },
  crop: {
    name: 'crop',
    label: 'Crop the picture',
    also: 'cut trim',
    shortcut: 'K',
    keys: ['k', 'K'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: ({ dispatch }) => dispatch({ type: 'use-tool', tool: 'crop' }),
  },
  narration: {
    name: 'narration',
    label: 'Narration of all steps',
    also: 'voice record audio sound listen',
    shortcut: 'M',
    keys: ['m', 'M'],
    isEnabled: ({ state }) => state.selectedId !== null,
    run: () => showNarrationPanel(true),
  },
  writeCallout: {
    name: 'write-callout',
    label: 'Edit the callout',
    also: 'text tooltip title write',
    shortcut: 'T',
    keys: ['t', 'T'],
    isEnabled: ({ state }) => state.selectedId !== null && currentLook(state).layout === 'callout',
    run: ({ writeCallout }) => writeCallout(),
  },
  fullView: {
    name: 'full-view',
    label: 'Toggle full view',
    keys: [],
    isEnabled: always,
    run: ({ dispatch }) => dispatch({ type: 'toggle-full-view' }),
  },
  shortcuts: {
    name: 'shortcuts',
    label: 'Keyboard shortcuts',
    shortcut: '?',
    keys: ['?'],
    isEnabled: always,
    run: ({ showShortcuts }) => showShortcuts(),
  },
} as const satisfies Readonly<Record<string, EditorAction>>

/** The action for a key, if any; text fields come first. */
export function actionForKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  isTyping: boolean,
): EditorAction | undefined {
  if (event.altKey) return undefined
  const isCtrl = event.ctrlKey || event.metaKey
  // Caps Lock must not turn undo into redo.
  const key = isCtrl ? (event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()) : event.key
  return Object.values<EditorAction>(editorActions).find(
    (action) =>
      action.keys.includes(key) &&
      (action.isWithCtrl ?? false) === isCtrl &&
      (!isTyping || action.isWhileTyping === true),
  )
}

/** Spec §2's list, and ours. Includes the viewer's keys. */
export function shortcutList(): readonly { readonly label: string; readonly shortcut: string }[] {
  const own = Object.values<EditorAction>(editorActions).flatMap(({ label, shortcut }) =>
    shortcut === undefined ? [] : [{ label, shortcut }],
  )
  return [
    ...own,
    { label: 'Move the focused step', shortcut: 'Alt+Arrows' },
    { label: 'Move or resize the focused hotspot, area or card', shortcut: 'Arrows, Shift+Arrows' },
    { label: 'Copy, cut and paste the step or card', shortcut: 'Ctrl+C X V' },
    { label: 'Bold, italic, underline, link in a card’s text', shortcut: 'Ctrl+B I U K' },
    { label: 'Move between steps in the viewer', shortcut: '← →' },
    { label: 'Open the presenter window in the viewer', shortcut: 'P' },
    { label: 'Exit full screen in the viewer', shortcut: 'Esc' },
  ]
}

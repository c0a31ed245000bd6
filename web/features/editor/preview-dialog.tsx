import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'

import { isPreviewNews } from '#protocol/preview-messages.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { FullScreen } from '../../ui/full-screen.tsx'
import { loadBrand } from '../../lib/player-demo.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { EditorState } from './editor-state.ts'
import { loadPages, loadSounds, previewOrder } from './preview-order.ts'

export interface PreviewDialogProps {
  readonly state: EditorState
  readonly backendUrl: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Plays the current demo, saved or not, in the visitors' player. Escape closes it. */
export function PreviewDialog({ state, backendUrl, isOpen, onOpenChange }: PreviewDialogProps) {
  return (
    <FullScreen label="Preview" isOpen={isOpen} onClose={() => onOpenChange(false)}>
      <div className="flex h-dvh flex-col text-sm">
        <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface pr-2 pl-4">
          <h2 className="font-semibold">Preview</h2>
          <p className="min-w-0 flex-1 truncate text-muted">Nothing is recorded or sent.</p>
          <IconButton label="Close preview" shortcut="Esc" onClick={() => onOpenChange(false)}>
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        <PreviewFrame state={state} backendUrl={backendUrl} onClose={() => onOpenChange(false)} />
      </div>
    </FullScreen>
  )
}

interface PreviewFrameProps {
  readonly state: EditorState
  readonly backendUrl: string
  readonly onClose: () => void
}

function PreviewFrame({ state, backendUrl, onClose }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)

  const handleMessage = useEffectEvent(({ data, origin, source }: MessageEvent<unknown>) => {
    const preview = frame.current?.contentWindow
    if (preview === null || preview === undefined || source !== preview || origin !== location.origin) return
    if (!isPreviewNews(data)) return
    if (data.news === 'closed') onClose()
    else if (data.news === 'agent-asked')
      showToast({ text: 'The agent answers on the shared page, not in the preview.' })
    else void play(preview)
  })
  async function play(preview: Window): Promise<void> {
    const [brand, sounds, pages] = await Promise.all([
      loadBrand(state.saved.id, backendUrl),
      loadSounds(state),
      loadPages(state),
    ])
    preview.postMessage(previewOrder(state, { brand, sounds, pages }, backendUrl), location.origin)
    frame.current?.focus()
  }

  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => handleMessage(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and origin
    <iframe
      ref={frame}
      src="/demo/preview/"
      title="Preview of the demo"
      allow="autoplay; fullscreen"
      className="min-h-0 w-full flex-1 border-0"
    />
  )
}

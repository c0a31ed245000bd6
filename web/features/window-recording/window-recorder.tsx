import { Camera, PictureInPicture2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { limits } from '#domain/limits.ts'

import { isTyping } from '../../lib/use-viewer-keys.ts'
import {
  discardWindowRecording,
  finishWindowRecording,
  removePicture,
  setAutomatic,
  takePicture,
} from '../../lib/window-recording/window-recording.ts'
import type { WindowRecording } from '../../lib/window-recording/window-recording-store.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useFloatingWindow, type FloatingWindow } from './use-floating-window.ts'

const takeKey = 's'

/** The control bar of a window recording; always on top where the browser supports it. */
export function WindowRecorder({ recording }: { readonly recording: WindowRecording }) {
  const floating = useFloatingWindow(420, 300)
  useEffect(() => {
    const documents = [document, ...(floating.body === null ? [] : [floating.body.ownerDocument])]
    const handleKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== takeKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return
      event.preventDefault()
      void takePicture()
    }
    for (const each of documents) each.addEventListener('keydown', handleKey)
    return () => {
      for (const each of documents) each.removeEventListener('keydown', handleKey)
    }
  }, [floating.body])
  if (floating.body !== null) {
    return createPortal(
      <div className="bg-page p-3 text-sm text-text">
        <RecorderPanel recording={recording} floating={floating} />
      </div>,
      floating.body,
    )
  }
  return (
    <aside
      aria-label="Window recording"
      className="fixed inset-x-3 bottom-[4.5rem] z-30 rounded-card border border-line bg-surface p-4 text-sm shadow-floating sm:right-auto sm:left-4 sm:w-96 md:bottom-4"
    >
      <RecorderPanel recording={recording} floating={floating} />
    </aside>
  )
}

interface RecorderPanelProps {
  readonly recording: WindowRecording
  readonly floating: FloatingWindow
}

function RecorderPanel({ recording, floating }: RecorderPanelProps) {
  const { pictures, isAutomatic, isShared } = recording
  const [isBusy, setIsBusy] = useState(false)
  const isFull = pictures.length >= limits.importImagesMax

  async function handleDone(): Promise<void> {
    setIsBusy(true)
    await finishWindowRecording()
  }

  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 font-semibold">
          {statusOf(pictures.length, isShared, isFull)}
        </p>
        {floating.canOpen && floating.body === null ? (
          <IconButton label="Keep on top" onClick={() => void floating.open()}>
            <PictureInPicture2 size={16} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {isShared ? (
        <div className="mb-3 flex flex-col gap-3">
          <Button
            icon={<Camera size={16} aria-hidden />}
            disabled={isFull}
            aria-keyshortcuts="S"
            onClick={() => void takePicture()}
          >
            Take a picture
            <kbd aria-hidden className="ml-1">
              S
            </kbd>
          </Button>
          <Switch
            label="Automatic"
            hint="Takes a picture whenever the window changes."
            isOn={isAutomatic}
            onChange={setAutomatic}
          />
        </div>
      ) : null}
      {pictures.length === 0 ? null : (
        <ol aria-label="Pictures" className="mb-3 flex gap-2 overflow-x-auto">
          {pictures.map(({ id, url }, index) => (
            <li key={id} className="relative shrink-0">
              <img
                src={url}
                alt={`Picture ${index + 1}`}
                className="h-14 rounded-control shadow-[0_0_0_1px_var(--line-strong)]"
              />
              <button
                type="button"
                aria-label={`Remove picture ${index + 1}`}
                className="absolute top-0.5 right-0.5 grid size-5 place-items-center rounded-chip bg-ink text-ink-text pointer-coarse:size-11"
                onClick={() => removePicture(id)}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" disabled={isBusy} onClick={discardWindowRecording}>
          Discard
        </Button>
        <Button tone="accent" disabled={isBusy || pictures.length === 0} onClick={() => void handleDone()}>
          Create demo
        </Button>
      </div>
    </>
  )
}

function statusOf(count: number, isShared: boolean, isFull: boolean): string {
  const taken = count === 1 ? '1 picture' : `${count} pictures`
  if (isFull) return `${taken}, the maximum for one import`
  return isShared ? `Recording, ${taken}` : `Sharing has stopped, ${taken}`
}

import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { extensionDefaultHome, extensionDownloadPath } from '#protocol/extension-messages.ts'

import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { Extension } from '../../lib/use-extension.ts'

export interface InstallDialogProps {
  readonly extension: Extension
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

const extensionsAddress = 'chrome://extensions'

/** How to install this server's extension in Chrome, Edge or another Chromium browser. */
export function InstallDialog({ extension, isOpen, onOpenChange }: InstallDialogProps) {
  const { origin } = window.location
  return (
    <Dialog
      title="Get the extension"
      description="Works in Chrome, Edge and other Chromium browsers."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <a href={extensionDownloadPath} download className={`${buttonClass({ tone: 'accent', size: 'form' })} w-full`}>
        <Download size={16} aria-hidden />
        Download the extension
      </a>
      <ol className="mt-5 flex flex-col gap-4">
        <InstallStep number={1}>Unzip it into a permanent folder.</InstallStep>
        <InstallStep number={2}>
          Open <ExtensionsAddress /> in a new tab and switch on <strong>Developer mode</strong>.
        </InstallStep>
        <InstallStep number={3}>
          Press <strong>Load unpacked</strong> and pick the folder.
        </InstallStep>
      </ol>
      <p className="mt-4 rounded-control bg-sunken px-3 py-2 text-sm text-muted">
        {origin === extensionDefaultHome ? null : (
          <>
            Then come back to this tab, open the extension from the toolbar and press{' '}
            <strong className="text-text">Connect to this site</strong>.{' '}
          </>
        )}
        Check again shows a code here. Enter it in the extension to send your recordings to {origin}.
      </p>
      <CheckAgain extension={extension} />
    </Dialog>
  )
}

function InstallStep(props: { readonly number: number; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-chip bg-accent-soft text-xs font-semibold text-accent-text tabular-nums"
      >
        {props.number}
      </span>
      <span className="min-w-0 flex-1 pt-0.5">{props.children}</span>
    </li>
  )
}

/** Pages can't link to browser pages, so the address is offered for copying. */
function ExtensionsAddress() {
  const { isCopied, copy } = useCopy()
  return (
    <button
      type="button"
      aria-label={isCopied ? undefined : `Copy ${extensionsAddress}`}
      onClick={() => void copy(extensionsAddress)}
      className="rounded-control border border-control/45 px-1.5 py-0.5 font-mono text-sm hover:bg-sunken pointer-coarse:min-h-11"
    >
      {isCopied ? 'Copied!' : extensionsAddress}
    </button>
  )
}

function CheckAgain({ extension }: { readonly extension: Extension }) {
  const [hasFailed, setHasFailed] = useState(false)

  async function handleCheck(): Promise<void> {
    setHasFailed(false)
    await extension.checkAgain()
    setHasFailed(true)
  }

  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      {hasFailed && !extension.isRechecking && extension.state === 'missing' ? (
        <Notice tone="plain">The extension does not respond yet. Follow the steps above, then check again.</Notice>
      ) : null}
      <Button size="form" disabled={extension.isRechecking} onClick={() => void handleCheck()}>
        {extension.isRechecking ? 'Checking…' : 'Check again'}
      </Button>
    </div>
  )
}

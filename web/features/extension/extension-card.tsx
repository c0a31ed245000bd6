import { Check, CircleDot, Pin, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { limits } from '#domain/limits.ts'

import { keep, recall } from '../../lib/json-storage.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { onFirstUse } from '../../ui/on-first-use.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PairingCard } from './pairing-card.tsx'
import type { Extension } from '../../lib/use-extension.ts'

export interface ExtensionCardProps {
  readonly extension: Extension
  /** Asks which app to record. */
  readonly onRecord?: () => void
}

/** Whether the extension is installed, and how to install it (spec §2). */
export function ExtensionCard({ extension, onRecord }: ExtensionCardProps) {
  switch (extension.state) {
    case 'checking':
      return (
        <div role="status" aria-label="Checking for the extension" className="relative">
          {/* The likelier of the two cards, so that nothing moves. */}
          {extension.wasInstalled ? (
            <>
              <div inert className="invisible">
                <InstalledCard />
              </div>
              <Skeleton className="absolute inset-0 rounded-card" />
            </>
          ) : (
            <div inert className="[&_button]:invisible">
              <InstallCard extension={extension} />
            </div>
          )}
        </div>
      )
    case 'installed':
      return (
        <>
          <InstalledCard {...(extension.isPaired && onRecord !== undefined && { onRecord })} />
          {extension.isPaired ? null : <PairingCard />}
        </>
      )
    case 'missing':
      return <InstallCard extension={extension} />
  }
}

function InstalledCard({ onRecord }: { readonly onRecord?: () => void }) {
  return (
    <div className="relative flex min-h-12 items-center gap-3 rounded-card bg-success-soft py-2 pr-2 pl-3.5">
      <Check size={16} aria-hidden className="shrink-0 text-success" />
      <p className="min-w-0 flex-1 text-sm">
        <strong className="mr-2 font-medium text-success">Extension installed / connected</strong>
        <span className="text-muted max-sm:hidden">Click its icon on any page to record</span>
      </p>
      {onRecord === undefined ? null : (
        <Button tone="quiet" icon={<CircleDot size={14} aria-hidden />} onClick={onRecord}>
          Record
        </Button>
      )}
      <PinHelp />
    </div>
  )
}

const pinHelpSeenKey = 'understudy-pin-help-seen'

function PinHelp() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (recall<boolean>(pinHelpSeenKey) === true) return
    const timer = setTimeout(() => setIsOpen(true), limits.pinHelpDelayMs)
    return () => clearTimeout(timer)
  }, [])

  if (!isOpen) return null
  return (
    <div
      role="dialog"
      aria-label="Pin the extension"
      className="fixed top-20 right-3 z-40 w-80 max-w-[calc(100vw-1.5rem)] animate-enter rounded-card bg-raised p-4 shadow-floating"
    >
      <div className="flex items-start gap-3">
        <Pin size={20} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
        <div className="text-sm">
          <h2 className="font-semibold">Pin the extension</h2>
          <p className="mt-1 text-muted">
            Click the puzzle piece in your browser’s toolbar, then the pin beside Understudy.
          </p>
        </div>
        <IconButton
          label="Close"
          className="-mt-1 -mr-2"
          onClick={() => {
            keep(pinHelpSeenKey, true)
            setIsOpen(false)
          }}
        >
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

const benefits = [
  'Capture screenshots with click tracking',
  'Create interactive product demos',
  'Record user flows and tutorials',
]

const InstallDialog = onFirstUse(async () => (await import('./install-dialog.tsx')).InstallDialog)

function InstallCard({ extension }: { readonly extension: Extension }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => whenIdle(InstallDialog.prefetch), [])
  return (
    <div className="flex items-center gap-x-4 gap-y-3 rounded-card border border-line px-4 py-3 max-md:[@media(hover:hover)]:flex-col max-md:[@media(hover:hover)]:items-stretch">
      <div className="flex-1">
        <h2 className="text-sm font-semibold">Install the extension to record your app</h2>
        {/* Phones can't install it. */}
        <ul className="mt-1 flex flex-col gap-x-5 gap-y-0.5 text-xs text-muted max-md:[@media(hover:none)]:hidden lg:flex-row">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex items-center gap-2">
              <Check size={14} aria-hidden className="shrink-0 text-success" />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
      <Button
        size="page"
        onPointerEnter={InstallDialog.prefetch}
        onFocus={InstallDialog.prefetch}
        onClick={() => setIsOpen(true)}
      >
        Get the extension
      </Button>
      <InstallDialog extension={extension} isOpen={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}

import { Check, CircleDot, Pin, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { limits } from '#domain/limits.ts'

import { keep, recall } from '../../lib/json-storage.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GetExtensionButton } from './get-extension-button.tsx'
import { isInstallOffered } from './is-install-offered.ts'
import { PairingCard } from './pairing-card.tsx'
import type { Extension } from '../../lib/use-extension.ts'

export interface ExtensionCardProps {
  readonly extension: Extension
  /** Asks which app to record. */
  readonly onRecord?: () => void
}

/** Whether the extension is installed, and how to install it (spec §2). */
export function ExtensionCard({ extension, onRecord }: ExtensionCardProps) {
  const isChecking = extension.state === 'checking'
  if (isInstallOffered(extension)) {
    return (
      <>
        <InstallCard extension={extension} />
        {isChecking ? <span role="status" aria-label={checkingText} className="absolute" /> : null}
      </>
    )
  }
  if (isChecking) {
    return (
      <div role="status" aria-label={checkingText} className="relative">
        <div inert className="invisible">
          <InstalledCard />
        </div>
        <Skeleton className="absolute inset-0 rounded-card" />
      </div>
    )
  }
  return (
    <>
      <InstalledCard {...(extension.isPaired && onRecord !== undefined && { onRecord })} />
      {extension.isPaired ? null : <PairingCard />}
    </>
  )
}

const checkingText = 'Checking for the extension'

function InstalledCard({ onRecord }: { readonly onRecord?: () => void }) {
  const [isPinHelpOpen, closePinHelp] = usePinHelp()
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-success-soft py-2 pr-2 pl-3.5 text-sm">
      <Check size={16} aria-hidden className="shrink-0 text-success" />
      <strong className="font-medium text-success max-sm:flex-1">Extension installed / connected</strong>
      {isPinHelpOpen ? (
        <PinHelp onClose={closePinHelp} />
      ) : (
        <span className="min-w-0 flex-1 text-muted max-sm:hidden">Click its icon on any page to record</span>
      )}
      {onRecord === undefined ? null : (
        <Button tone="quiet" icon={<CircleDot size={14} aria-hidden />} onClick={onRecord}>
          Record
        </Button>
      )}
    </div>
  )
}

const pinHelpSeenKey = 'understudy-pin-help-seen'

/** Opens after a second, until the author closes it. */
function usePinHelp(): readonly [isOpen: boolean, close: () => void] {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (recall<boolean>(pinHelpSeenKey) === true) return
    const timer = setTimeout(() => setIsOpen(true), limits.pinHelpDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const close = () => {
    keep(pinHelpSeenKey, true)
    setIsOpen(false)
  }
  return [isOpen, close]
}

/** Inside the bar, so that it covers nothing. */
function PinHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <div
      role="dialog"
      aria-label="Pin the extension"
      className="flex min-w-0 flex-1 animate-enter items-center gap-2 max-sm:order-last max-sm:basis-full"
    >
      <Pin size={14} aria-hidden className="shrink-0 text-accent-text" />
      <p className="min-w-0">Click the puzzle piece in your browser’s toolbar, then the pin beside Understudy.</p>
      <IconButton label="Close" className="max-sm:ml-auto" onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}

const benefits = [
  'Capture screenshots with click tracking',
  'Create interactive product demos',
  'Record user flows and tutorials',
]

function InstallCard({ extension }: { readonly extension: Extension }) {
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
      <GetExtensionButton extension={extension} />
    </div>
  )
}

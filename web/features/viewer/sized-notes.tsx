import { AArrowDown, AArrowUp } from 'lucide-react'

import type { Step } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { forget, keep, recall } from '../../lib/json-storage.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const sizesPx = [14, 16, 18, 21, 24, 28, 32, 40] as const
const usualSize = 2
const sizeKey = 'understudy-notes-size'

/** The presenter's font size for notes: an index in the list of sizes. */
export function recallNotesSize(): number {
  const kept = recall<unknown>(sizeKey)
  return typeof kept === 'number' ? clampSize(kept) : usualSize
}

/** Returns a valid size. */
export function keepNotesSize(wanted: number): number {
  const size = clampSize(wanted)
  if (size === usualSize) forget(sizeKey)
  else keep(sizeKey, size)
  return size
}

function clampSize(size: number): number {
  return Math.max(0, Math.min(sizesPx.length - 1, Math.trunc(size) || 0))
}

interface SizedNotesProps {
  readonly step: Step
  readonly size: number
  readonly onResize: (offset: 1 | -1) => void
}

/** The speaker notes, in a size readable from a distance. */
export function SizedNotes({ step, size, onResize }: SizedNotesProps) {
  return (
    <section
      aria-label="Speaker Notes"
      className="flex min-h-40 flex-1 flex-col rounded-card border border-line bg-surface lg:min-h-0"
    >
      <div className="flex items-center justify-between py-2 pr-2 pl-4">
        <h2 className="text-sm font-semibold">Speaker Notes</h2>
        <div className="flex gap-1">
          <IconButton label="Smaller notes" shortcut="-" disabled={size === 0} onClick={() => onResize(-1)}>
            <AArrowDown size={18} aria-hidden />
          </IconButton>
          <IconButton
            label="Larger notes"
            shortcut="+"
            disabled={size === sizesPx.length - 1}
            onClick={() => onResize(1)}
          >
            <AArrowUp size={18} aria-hidden />
          </IconButton>
        </div>
      </div>
      {/* Reached by keyboard, because long notes are scrolled. */}
      <div tabIndex={0} role="group" aria-label="Notes" className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <p
          dir="auto"
          className="leading-[1.45] wrap-anywhere whitespace-pre-wrap"
          style={{ fontSize: `${sizesPx[size] ?? sizesPx[usualSize]}px` }}
        >
          {step.description ?? messages.noNotes}
        </p>
      </div>
    </section>
  )
}

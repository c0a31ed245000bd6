import { Check, Copy, Globe } from 'lucide-react'
import { useId } from 'react'

import { AddressInput } from '../../ui/address-input.tsx'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The address to share, with the dialog's only accent button (spec §9: “Copied!” for two seconds). */
export function AddressField({ label, text }: { readonly label: string; readonly text: string }) {
  const id = useId()
  const { isCopied, copy } = useCopy()
  return (
    <div>
      <label htmlFor={id} className="flex h-6 items-center font-medium">
        {label}
      </label>
      <div className="flex min-h-11 items-center gap-2.5 rounded-control border border-control bg-raised py-1.25 pr-1.25 pl-3">
        <Globe size={14} aria-hidden className="shrink-0 text-muted" />
        {/* One line: a break inside an id reads badly. */}
        <AddressInput
          id={id}
          address={text}
          className="flex-1"
          inputClass="h-8 rounded-tiny bg-transparent pointer-coarse:h-11"
          coverClass="bg-raised -mx-px"
        />
        <Button
          tone="accent"
          className="w-24"
          aria-label={isCopied ? undefined : `Copy ${label}`}
          icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy(text)}
        >
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}

import { Check, Copy, Globe } from 'lucide-react'
import { useId } from 'react'

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
        {/* One line: people check its beginning before they share it, and a break inside an id reads badly. */}
        <input
          id={id}
          readOnly
          spellCheck={false}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className="block h-8 min-w-0 flex-1 rounded-tiny bg-transparent text-ellipsis pointer-coarse:h-11"
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

import { Check, Copy, Globe } from 'lucide-react'
import { useId } from 'react'

import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/text-field.tsx'
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
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Globe size={14} aria-hidden className="pointer-events-none absolute top-3.25 left-3 text-muted" />
          {/* Two lines for long ones, because people check an address before they share it. */}
          <textarea
            id={id}
            readOnly
            rows={1}
            spellCheck={false}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
            className={`${controlClass} block min-h-10 w-full resize-none py-2 pl-8.5 break-all field-sizing-content pointer-coarse:min-h-11`}
          />
        </div>
        <Button
          tone="accent"
          className="h-10 w-26 self-start"
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

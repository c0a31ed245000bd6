import { Check, Copy } from 'lucide-react'
import { useId } from 'react'

import { AddressInput } from './address-input.tsx'
import { Button } from './button.tsx'
import { controlClass } from './text-field.tsx'
import { useCopy } from './use-copy.ts'

export interface CopyFieldProps {
  readonly label: string
  readonly text: string
  readonly isCode?: boolean
}

/** A text to copy; the button says “Copied!” for two seconds (spec §9). */
export function CopyField(props: CopyFieldProps) {
  const id = useId()
  const { isCopied, copy } = useCopy()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {props.label}
      </label>
      <div className="flex items-start gap-2">
        {props.isCode === true ? (
          <textarea
            id={id}
            readOnly
            rows={5}
            value={props.text}
            className={`${controlClass} w-full resize-none field-sizing-content read-only:bg-sunken py-2 font-mono text-xs`}
          />
        ) : (
          <AddressInput
            id={id}
            address={props.text}
            className="flex-1"
            inputClass={`${controlClass} h-(--field-height) read-only:bg-sunken text-sm pointer-coarse:h-11`}
            coverClass="rounded-control bg-sunken px-3 text-sm"
          />
        )}
        <Button
          size="form"
          className="w-28"
          aria-label={isCopied ? undefined : `Copy ${props.label}`}
          icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy(props.text)}
        >
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}

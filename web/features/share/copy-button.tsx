import { Check, Copy } from 'lucide-react'

import { Button, type ButtonTone } from '../../ui/button.tsx'
import { useCopy } from '../../ui/use-copy.ts'

export interface CopyButtonProps {
  /** What the button copies, for its accessible name. */
  readonly what: string
  readonly text: string
  readonly tone?: ButtonTone
}

/** Shows “Copied!” for two seconds (spec §9), without a layout shift. */
export function CopyButton({ what, text, tone = 'quiet' }: CopyButtonProps) {
  const { isCopied, copy } = useCopy()
  return (
    <Button
      tone={tone}
      className="h-7 w-24"
      aria-label={isCopied ? undefined : `Copy ${what}`}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={() => void copy(text)}
    >
      {isCopied ? 'Copied!' : 'Copy'}
    </Button>
  )
}

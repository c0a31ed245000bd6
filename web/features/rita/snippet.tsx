import { Copy } from 'lucide-react'

import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** A line of code to paste elsewhere. */
export function Snippet({ code }: { readonly code: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-64 rounded-control bg-sunken px-3 py-2 text-xs wrap-anywhere">{code}</code>
      <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy(code)}>
        {isCopied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  )
}

import { Crosshair } from 'lucide-react'
import { useState } from 'react'

import { keep, recall } from '../../lib/json-storage.ts'

const seenKey = 'understudy-hotspot-hint-seen'

/** A hint on steps without a hotspot, such as imported images, until the author has used it once. Hidden while a notice is shown. */
export function HotspotHint({ onUse }: { readonly onUse: () => void }) {
  const [isSeen, setIsSeen] = useState(() => recall<boolean>(seenKey) === true)
  if (isSeen) return null
  return (
    <button
      type="button"
      className="absolute top-2 left-1/2 z-10 flex -translate-x-1/2 items-center gap-1.5 rounded-chip bg-ink px-3 py-1 text-xs whitespace-nowrap text-ink-text peer-not-empty:hidden pointer-coarse:min-h-11"
      onClick={() => {
        keep(seenKey, true)
        setIsSeen(true)
        onUse()
      }}
    >
      <Crosshair size={14} aria-hidden />
      Mark where visitors click
    </button>
  )
}

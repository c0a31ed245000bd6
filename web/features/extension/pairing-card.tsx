import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import { pairingCodeDigits } from '#protocol/extension-messages.ts'

import { offerPairing } from '../../lib/extension-client.ts'

/** Shorter than the extension's own limit, so that the shown code always works. */
const renewMs = 5 * 60_000

/** The code that pairs this site with the extension, for the author to type there. */
export function PairingCard() {
  const [code, setCode] = useState(makeCode)
  useEffect(() => {
    offerPairing(code)
    const timer = setTimeout(() => setCode(makeCode()), renewMs)
    return () => clearTimeout(timer)
  }, [code])

  return (
    <section
      aria-label="Pair the extension"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="flex min-w-60 flex-1 items-start gap-3">
        <Link2 size={20} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
        <div className="text-sm">
          <h2 className="font-semibold">Pair the extension with this site</h2>
          <p className="mt-1 text-muted">
            Open the extension from the toolbar and enter this code to upload your recordings here.
          </p>
        </div>
      </div>
      <p className="font-mono text-2xl tracking-widest tabular-nums" aria-label="Pairing code">
        {code.slice(0, 3)} {code.slice(3)}
      </p>
    </section>
  )
}

function makeCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(number % 10 ** pairingCodeDigits).padStart(pairingCodeDigits, '0')
}

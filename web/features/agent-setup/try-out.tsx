import { RotateCcw } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../ui/button.tsx'

/** Agent preview, as visitors see it. Saved changes apply from the next conversation. */
export function TryOut({ demoId, savedCount }: { readonly demoId: string | null; readonly savedCount: number }) {
  const [round, setRound] = useState(0)
  if (demoId === null) {
    return (
      <p className="flex h-full min-h-64 items-center justify-center rounded-card border border-dashed border-control/50 p-6 text-center text-sm text-muted">
        Choose a demo to try the agent here.
      </p>
    )
  }
  return (
    <section aria-label="Try the agent" className="flex h-full flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted">Click “Ask about this demo” to try it. Changes apply once saved.</p>
        <Button icon={<RotateCcw size={14} aria-hidden />} onClick={() => setRound(round + 1)}>
          Start over
        </Button>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and storage */}
      <iframe
        key={`${demoId} ${round} ${savedCount}`}
        title="Agent preview"
        src={`/demo/${demoId}/play`}
        allow="microphone; autoplay; clipboard-write"
        className="min-h-[36rem] w-full flex-1 rounded-card border border-line bg-sunken"
      />
    </section>
  )
}

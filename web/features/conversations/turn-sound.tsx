import { Play } from 'lucide-react'
import { useState } from 'react'

import type { TalkSoundRow } from '#protocol/rows.ts'

import { clockSpan } from '../../lib/figure-text.ts'
import { loadSoundAddress } from '../../lib/talk-recording-calls.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

interface TurnSoundProps {
  readonly sound: TalkSoundRow
  readonly speaker: string
}

/** Plays the recording of a turn; it is fetched on the first click. */
export function TurnSound({ sound, speaker }: TurnSoundProps) {
  const [isLoading, setIsLoading] = useState(false)
  const [address, setAddress] = useState<string | null>(null)

  function refuse(): void {
    setAddress(null)
    showToast({ text: 'The recording can’t be played. It may have been deleted.', tone: 'danger' })
  }

  async function open(): Promise<void> {
    setIsLoading(true)
    const found = await loadSoundAddress(sound.path)
    setIsLoading(false)
    if (found === null) return refuse()
    setAddress(found)
  }

  if (address !== null) {
    return (
      // The turn's text is its caption.
      <audio
        controls
        autoPlay
        src={address}
        aria-label={`Recording, ${speaker}`}
        className="mt-1 h-8 w-64 max-w-full"
        onError={refuse}
      />
    )
  }
  const length = clockSpan(Math.max(1, Math.round(sound.duration_ms / 1_000)))
  return (
    <Button
      tone="quiet"
      className="mt-0.5"
      icon={<Play size={14} aria-hidden />}
      aria-label={`Play recording, ${speaker}, ${length}`}
      disabled={isLoading}
      onClick={() => void open()}
    >
      <span className="tabular-nums">{length}</span>
    </Button>
  )
}

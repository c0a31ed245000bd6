import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'

import { PlayableDemo } from '../features/viewer/playable-demo.tsx'
import { PresenterWindow } from '../features/viewer/presenter-window.tsx'
import { PresenterSkeleton } from '../features/viewer/viewer-skeleton.tsx'
import { newId } from '../lib/new-id.ts'

/** The presenter's second window. Opened directly, it starts its own presentation. */
export function PresenterPage() {
  const { demoId = '' } = useParams()
  const [search] = useSearchParams()
  const [ownRoom] = useState(newId)
  return (
    <PlayableDemo demoId={demoId} titleOf={(name) => `Presenting ${name}`} skeleton={<PresenterSkeleton />}>
      {(playable) => <PresenterWindow key={demoId} {...playable} room={search.get('with') ?? ownRoom} />}
    </PlayableDemo>
  )
}

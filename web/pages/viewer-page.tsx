import { useParams, useSearchParams } from 'react-router'

import { ShareDialog } from '../features/share/share-dialog.tsx'
import { PlayableDemo } from '../features/viewer/playable-demo.tsx'
import { ViewerSkeleton } from '../features/viewer/viewer-skeleton.tsx'
import { Viewer } from '../features/viewer/viewer.tsx'

export function ViewerPage() {
  const { demoId = '' } = useParams()
  const [search] = useSearchParams()
  return (
    <PlayableDemo demoId={demoId} skeleton={<ViewerSkeleton />}>
      {(playable) => (
        <Viewer
          key={demoId}
          {...playable}
          shareDialog={ShareDialog}
          startIndex={Number(search.get('step') ?? 1) - 1}
          room={search.get('with')}
        />
      )}
    </PlayableDemo>
  )
}

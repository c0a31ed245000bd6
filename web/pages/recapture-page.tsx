import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'

import { addToHistory } from '../features/editor/history-store.ts'
import { recapturedEntry } from '../features/editor/recaptured-entry.ts'
import { RecaptureReview } from '../features/recapture/recapture-review.tsx'
import { stepRange, type RecaptureSources } from '../features/recapture/recapture-sources.ts'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { cardsQuery, loadCards } from '../lib/card-calls.ts'
import { useBackendUrl } from '../lib/demo-queries.ts'
import { editedDemoQuery, loadEditedDemo } from '../lib/picture-calls.ts'
import { recordedClicksQuery } from '../lib/recorded-clicks.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageBody } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { showToast } from '../ui/toast-store.ts'

/** Reviews a recording that replaces steps: the demo made of it beside the demo to update. */
export function RecapturePage() {
  useTitle('Replace steps')
  const { demoId = '', freshId = '' } = useParams()
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const userId = 'user' in session ? session.user.id : ''
  const backendUrl = useBackendUrl()
  // The demos must not change while the author reviews them.
  const steady = { refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 } as const
  const demo = useQuery({ ...editedDemoQuery(demoId), ...steady })
  const fresh = useQuery({ ...editedDemoQuery(freshId), ...steady })
  const cards = useQuery({ ...cardsQuery(demoId), ...steady })
  const oldClicks = useQuery({ ...recordedClicksQuery(demoId), ...steady })
  const newClicks = useQuery({ ...recordedClicksQuery(freshId), ...steady })
  const sources = useMemo((): RecaptureSources | null => {
    if (demo.data === undefined || fresh.data === undefined) return null
    if (oldClicks.data === undefined || newClicks.data === undefined) return null
    const clicks = new Map([...oldClicks.data, ...newClicks.data])
    return { demo: demo.data, fresh: fresh.data, clicks }
  }, [demo.data, fresh.data, oldClicks.data, newClicks.data])
  const all = [demo, fresh, cards, oldClicks, newClicks]
  const failed = all.find(({ isError }) => isError)

  async function handleApplied(): Promise<void> {
    if (demo.data === undefined || cards.data === undefined) return
    const first = stepRange(demo.data, search.get('from'), search.get('to'))[0]
    const before = { demo: demo.data, cards: cards.data }
    const [after, cardsAfter] = await Promise.all([loadEditedDemo(demoId), loadCards(demoId)])
    addToHistory(userId, demoId, recapturedEntry(before, { demo: after, cards: cardsAfter }))
    queries.removeQueries({ queryKey: ['demo', demoId] })
    void queries.invalidateQueries({ queryKey: ['demos'] })
    await navigate(`/dashboard/demos/${demoId}/edit?step=${first?.id ?? ''}`, { replace: true })
    showToast({ text: 'The steps were replaced. Undo brings the old ones back.' })
  }

  if (failed !== undefined) {
    return (
      <PageBody>
        <ErrorState
          title={failureText(failed.error, 'demoFailed')}
          text={failureHint(failed.error)}
          onRetry={() => void Promise.all(all.map((query) => query.refetch()))}
        >
          <ButtonLink to="/dashboard/demos">Back to your demos</ButtonLink>
        </ErrorState>
      </PageBody>
    )
  }
  return (
    <PageBody>
      {sources === null || cards.data === undefined || backendUrl === '' ? (
        <Progress label="Loading" value={0} max={1} />
      ) : (
        <RecaptureReview
          sources={sources}
          range={stepRange(sources.demo, search.get('from'), search.get('to'))}
          backendUrl={backendUrl}
          onApplied={handleApplied}
          onKeepApart={() => void navigate(`/dashboard/demos/${freshId}/edit`, { replace: true })}
        />
      )}
    </PageBody>
  )
}

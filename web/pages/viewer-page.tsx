import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'

import { checkPlayable, type DemoStatus } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { cardsQuery } from '../features/cards/card-calls.ts'
import { backendConfigQuery, demoQuery } from '../features/demos/demo-queries.ts'
import { Viewer } from '../features/viewer/viewer.tsx'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

export function ViewerPage() {
  const { demoId = '' } = useParams()
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const demo = useQuery(demoQuery(demoId))
  const cards = useQuery(cardsQuery(demoId))
  const config = useQuery(backendConfigQuery)
  useTitle(demo.data?.name ?? 'Demo')

  if (demo.isPending || config.isPending) return <PageSpinner label="Loading the demo" />
  const isMissing = demo.error instanceof BackendError && demo.error.kind === 'missing'
  if (demo.data === undefined && !isMissing) {
    return (
      <Problem
        title={failureText(demo.error, 'demoFailed')}
        text={failureHint(demo.error)}
        onRetry={() => void demo.refetch()}
      />
    )
  }

  const playable = checkPlayable(demo.data ?? null, { requireScreenshots: true })
  if (!playable.ok) {
    const text = messages[playable.problem]
    return <Problem title={playable.problem === 'missingScreenshot' ? text : messages.demoNotFoundOrEmpty} />
  }
  return (
    <Viewer
      key={demoId}
      demo={playable.value}
      cards={cards.data ?? []}
      backendUrl={config.data?.supabaseUrl ?? ''}
      startIndex={Number(search.get('step') ?? 1) - 1}
      onStatusSaved={(status: DemoStatus) =>
        queries.setQueryData(demoQuery(demoId).queryKey, (old) => old && { ...old, status })
      }
    />
  )
}

function Problem(props: { readonly title: string; readonly text?: string | undefined; readonly onRetry?: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center p-4">
      <ErrorState title={props.title} text={props.text} {...(props.onRetry && { onRetry: props.onRetry })}>
        <ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>
      </ErrorState>
    </main>
  )
}

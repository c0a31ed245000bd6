import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Card } from '#domain/card.ts'
import { checkPlayable, type Demo, type DemoStatus } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { BackendError, failureHint, failureText } from '../../lib/backend-error.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorPage } from '../../ui/error-page.tsx'
import { cardsQuery } from '../../lib/card-calls.ts'
import { backendConfigQuery, demoQuery } from '../../lib/demo-queries.ts'

export interface Playable {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly backendUrl: string
  readonly onStatusSaved: (status: DemoStatus) => void
}

export interface PlayableDemoProps {
  readonly demoId: string
  /** Names the page after the demo. */
  readonly titleOf?: (name: string) => string
  /** Shown until it is there. */
  readonly skeleton: ReactNode
  readonly children: (playable: Playable) => ReactNode
}

/** Loads a playable demo (spec §5), or explains why it can't. */
export function PlayableDemo({ demoId, titleOf, skeleton, children }: PlayableDemoProps) {
  const queries = useQueryClient()
  const demo = useQuery(demoQuery(demoId))
  const cards = useQuery(cardsQuery(demoId))
  const config = useQuery(backendConfigQuery)
  const name = demo.data?.name ?? 'Demo'
  useTitle(titleOf?.(name) ?? name)

  if (demoId.trim() === '') return <Problem title={messages.noDemoId} />
  // Wait for the cards: on narrow screens they would push content down.
  if (demo.isPending || config.isPending || (cards.isPending && demo.isSuccess)) return skeleton
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
    return playable.problem === 'missingScreenshot' ? (
      <Problem title={text} />
    ) : (
      <Problem title={messages.demoNotFoundOrEmpty} text={text} />
    )
  }
  return children({
    demo: playable.value,
    cards: cards.data ?? [],
    backendUrl: config.data?.supabaseUrl ?? '',
    onStatusSaved: (status) => queries.setQueryData(demoQuery(demoId).queryKey, (old) => old && { ...old, status }),
  })
}

function Problem(props: { readonly title: string; readonly text?: string | undefined; readonly onRetry?: () => void }) {
  return (
    <ErrorPage {...props}>
      <ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>
    </ErrorPage>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'

import { messages } from '#domain/messages.ts'

import { cardsQuery } from '../lib/card-calls.ts'
import { backendConfigQuery } from '../lib/demo-queries.ts'
import { EditorSkeleton } from '../features/editor/editor-skeleton.tsx'
import { Editor } from '../features/editor/editor.tsx'
import { ShareDialog } from '../features/share/share-dialog.tsx'
import { keepWaiting } from '../features/editor/waiting-saves.ts'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { editedDemoQuery } from '../lib/picture-calls.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorPage } from '../ui/error-page.tsx'

export function EditorPage() {
  const { demoId = '' } = useParams()
  const queries = useQueryClient()
  // The editor owns the edited state; refetching would interfere.
  const demo = useQuery({ ...editedDemoQuery(demoId), refetchOnWindowFocus: false, refetchOnReconnect: false })
  const cards = useQuery({ ...cardsQuery(demoId), refetchOnWindowFocus: false, refetchOnReconnect: false })
  const config = useQuery(backendConfigQuery)
  useTitle(demo.data === undefined ? 'Editor' : `Edit ${demo.data.name}`)
  const session = useSession()
  const userId = 'user' in session ? session.user.id : ''
  const isMissing = demo.error instanceof BackendError && demo.error.kind === 'missing'
  useEffect(() => {
    // Drop unsaved targets of a demo that no longer exists.
    if (isMissing) keepWaiting(userId, demoId, [])
  }, [isMissing, userId, demoId])
  useEffect(
    () => () => {
      // Presenting must load the new order.
      queries.removeQueries({ queryKey: ['demo', demoId] })
      void queries.invalidateQueries({ queryKey: ['demos'] })
    },
    [queries, demoId],
  )

  if (demo.data !== undefined && cards.data !== undefined && config.data !== undefined) {
    return (
      <Editor
        key={demoId}
        demo={demo.data}
        cards={cards.data}
        backendUrl={config.data.supabaseUrl}
        shareDialog={ShareDialog}
        onReload={() => void queries.invalidateQueries({ queryKey: ['demo', demoId] })}
      />
    )
  }
  if (demoId.trim() === '') return <Missing title={messages.noDemoId} />
  if (demo.isPending || config.isPending || (cards.isPending && demo.isSuccess)) return <EditorSkeleton />
  if (isMissing) return <Missing title={messages.demoNotFound} />
  return (
    <ErrorPage
      title={failureText(demo.error ?? cards.error, 'demoFailed')}
      text={failureHint(demo.error ?? cards.error)}
      onRetry={() => void Promise.all([demo.refetch(), cards.refetch()])}
    >
      {back}
    </ErrorPage>
  )
}

function Missing({ title }: { readonly title: string }) {
  return <ErrorPage title={title}>{back}</ErrorPage>
}

const back = <ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>

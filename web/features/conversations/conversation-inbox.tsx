import { useQuery } from '@tanstack/react-query'

import { agentsQuery } from '../../lib/agent-calls.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSample } from '../../lib/use-sample.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TalkIllustration } from '../../ui/illustrations/talk-illustration.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { DocumentTitle } from './document-title.tsx'
import { Inbox } from './inbox.tsx'
import { SampleInbox } from './sample-inbox.tsx'
import { TalkSkeleton, TalkView } from './talk-view.tsx'
import { ThreadList } from './thread-list.tsx'
import { useThreads, type ThreadFilter } from './use-threads.ts'

export interface ConversationInboxProps {
  readonly title: string
  readonly listHref: string
  readonly hrefOf: (id: string) => string
  /** The conversation in the URL; without one, the newest is shown beside the list. */
  readonly chosenId: string | null
}

/** Every conversation of the workspace with its thread. */
export function ConversationInbox({ title, listHref, hrefOf, chosenId }: ConversationInboxProps) {
  const isWide = useMedia('(min-width: 48rem)')
  const threads = useThreads()
  const [isSample, setSample] = useSample()
  const { recent } = threads
  const agent = useQuery({ ...agentsQuery, enabled: recent?.total === 0 }).data?.find(({ is_default }) => is_default)
  const firstId = threads.live[0]?.id ?? threads.rest[0]?.id ?? null
  // Waits for both lists, so that the thread doesn't change while it is being read.
  const shownId = chosenId ?? (isWide && threads.page !== undefined ? firstId : null)
  const withKept = (href: string) =>
    threads.kept === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${threads.kept}`
  if (recent?.total === 0 && chosenId === null && isSample) {
    return <SampleInbox title={title} isWide={isWide} onLeave={() => setSample(false)} />
  }
  if (recent?.total === 0 && chosenId === null) {
    return (
      <>
        <DocumentTitle text={title} />
        <PageBar title={title} />
        <EmptyState
          isPage
          title="No conversations yet"
          text="Share a demo. Conversations with its agent appear here."
          drawing={<TalkIllustration />}
        >
          {agent === undefined ? (
            <ButtonLink to="/dashboard/demos">Choose a demo to share</ButtonLink>
          ) : (
            <ButtonLink to={`/dashboard/agents/${agent.id}`}>Try {agent.name}</ButtonLink>
          )}
          <Button tone="quiet" onClick={() => setSample(true)}>
            See sample data
          </Button>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      {chosenId === null ? <DocumentTitle text={title} /> : null}
      <Inbox
        isThreadOpen={chosenId !== null}
        list={
          <ThreadList
            threads={threads}
            title={title}
            selectedId={shownId}
            isPageTitle={chosenId === null}
            hrefOf={(id) => withKept(hrefOf(id))}
          />
        }
      >
        {shownId === null && threads.page !== undefined && threads.words === '' ? (
          <EmptyState isPage title={nothingTitles[threads.filter]} drawing={<TalkIllustration />} />
        ) : null}
        {shownId !== null ? null : threads.isPending ? <TalkSkeleton listHref={withKept(listHref)} /> : null}
        {shownId === null ? null : (
          <TalkView conversationId={shownId} listHref={withKept(listHref)} isPage={chosenId !== null} />
        )}
      </Inbox>
    </>
  )
}

/** Titles beside an empty list. */
const nothingTitles: Readonly<Record<ThreadFilter, string>> = {
  open: 'Nothing left to answer',
  live: 'Nobody is talking right now',
  hot: 'No hot leads',
  done: 'Nothing marked as done',
  silent: 'Every visitor asked something',
}

import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'

import { personalities, voiceOptions } from '#domain/agent-options.ts'

import { EngageCard } from '../features/agent-setup/engage-card.tsx'
import { setupQuery } from '../lib/setup-calls.ts'
import { SetupFlow } from '../features/agent-setup/setup-flow.tsx'
import { demoIdOf, type SetupForm } from '../lib/setup-form.ts'
import { TryOut } from '../features/agent-setup/try-out.tsx'
import { recentConversationsQuery } from '../lib/conversation-calls.ts'
import { ConversationListRow } from '../features/conversations/conversation-row.tsx'
import { availabilityQuery } from '../features/meetings/availability-calls.ts'
import { AvailabilityCard } from '../features/meetings/availability-card.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/button.tsx'
import { CardSkeleton } from '../ui/card-skeleton.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FullScreen } from '../ui/full-screen.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'

const shownConversations = 5

/** Shows the setup flow until the agent is set up; then the agent (spec §2). */
export function AgentsPage() {
  useTitle('Agents')
  const session = useSession()
  const setup = useQuery(setupQuery)
  // The card's height depends on its text: wait for it to avoid a jump.
  const availability = useQuery(availabilityQuery)
  const [wish, setWish] = useState<'open' | 'closed' | null>(null)
  const userId = session.status === 'signed-in' || session.status === 'expired' ? session.user.id : null

  if (setup.isPending || availability.isPending || userId === null) {
    return (
      <PageBody>
        <Header>
          <Button tone="accent" size="form" disabled>
            Configure Agent
          </Button>
        </Header>
        <div
          role="status"
          aria-label="Loading your agent"
          className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
        >
          <div className="flex flex-col gap-6">
            <CardSkeleton className="h-36 sm:h-30" />
            <CardSkeleton className="h-58 sm:h-53" lines={4} />
            <CardSkeleton className="h-64 sm:h-47" lines={3} />
            <CardSkeleton className="h-22" lines={1} />
            <CardSkeleton className="h-22" lines={1} />
          </div>
          <CardSkeleton className="mt-10 hidden lg:block" lines={0} />
        </div>
      </PageBody>
    )
  }
  if (setup.data === undefined) {
    return (
      <PageBody>
        <Header />
        <ErrorState
          title={failureText(setup.error, 'onboardingFailed')}
          text={failureHint(setup.error)}
          onRetry={() => void setup.refetch()}
        />
      </PageBody>
    )
  }
  const isFlowOpen = wish === 'open' || (wish === null && !setup.data.isComplete)
  return (
    <>
      <AgentOverview form={setup.data.form} onConfigure={() => setWish('open')} />
      <FullScreen label="Set up your agent" isOpen={isFlowOpen} onClose={() => setWish('closed')}>
        <SetupFlow
          userId={userId}
          leaveLabel="Close"
          onLeave={() => setWish('closed')}
          onComplete={() => setWish('closed')}
        />
      </FullScreen>
    </>
  )
}

function AgentOverview({ form, onConfigure }: { readonly form: SetupForm; readonly onConfigure: () => void }) {
  return (
    <PageBody>
      <Header>
        <Button tone="accent" size="form" onClick={onConfigure}>
          Configure Agent
        </Button>
      </Header>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <section aria-labelledby="agent-name" className="rounded-card border border-line bg-surface p-5">
            <h2 id="agent-name" className="text-lg font-semibold">
              {form.agentName}
            </h2>
            <p className="mt-1 text-sm text-muted">
              {voiceOptions.find(({ value }) => value === form.agentVoice)?.label} ·{' '}
              {personalities.find(({ value }) => value === form.personality)?.label}
            </p>
            {form.welcomeMessage.trim() === '' ? null : <p className="mt-3">“{form.welcomeMessage.trim()}”</p>}
          </section>
          <EngageCard />
          <AvailabilityCard />
          <Link
            to="/dashboard/rita/home"
            className="rounded-card border border-line bg-surface p-5 text-sm transition-shadow duration-[120ms] hover:shadow-raised"
          >
            <span className="block text-base font-semibold">Rita, AI Sales Associate</span>
            <span className="mt-1 block text-muted">Follows up with the people your agent meets.</span>
          </Link>
          <Link
            to="/dashboard/leads"
            className="rounded-card border border-line bg-surface p-5 text-sm transition-shadow duration-[120ms] hover:shadow-raised"
          >
            <span className="block text-base font-semibold">Leads</span>
            <span className="mt-1 block text-muted">People who left contact details in your demos.</span>
          </Link>
          <RecentConversations />
        </div>
        <TryOut demoId={demoIdOf(form.demoUrl)} savedCount={0} />
      </div>
    </PageBody>
  )
}

function Header({ children }: { readonly children?: ReactNode }) {
  return (
    <PageHeader title="AI Sales Agents" text="Your AI Sales Agent is ready to help you close more deals">
      {children}
    </PageHeader>
  )
}

function RecentConversations() {
  const conversations = useQuery(recentConversationsQuery)
  return (
    <section aria-labelledby="agent-conversations">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 id="agent-conversations" className="text-base font-semibold">
          Conversations
        </h2>
        <Link
          to="/dashboard/conversations"
          className="text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
        >
          All conversations
        </Link>
      </div>
      {conversations.isPending ? <ListSkeleton label="Loading conversations" rows={shownConversations} isTall /> : null}
      {conversations.isError && conversations.data === undefined ? (
        <ErrorState
          title={failureText(conversations.error, 'sessionsFailed')}
          text={failureHint(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {conversations.data?.total === 0 ? (
        <p className="rounded-card border border-dashed border-control/50 px-4 py-6 text-center text-sm text-muted">
          Conversations with your agent appear here.
        </p>
      ) : null}
      {conversations.data === undefined || conversations.data.total === 0 ? null : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {conversations.data.conversations.slice(0, shownConversations).map((conversation) => (
            <li key={conversation.id}>
              <ConversationListRow conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

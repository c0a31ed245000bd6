import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Mail } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { leadStatuses, type LeadStatus } from '#domain/lead.ts'

import { EraseLeadDialog } from '../features/leads/erase-lead-dialog.tsx'
import { leadQuery, nextMeeting, saveLeadStatus, type Lead } from '../lib/lead-calls.ts'
import { ScoreCard } from '../features/leads/score-card.tsx'
import { LeadMenu } from '../features/leads/lead-menu.tsx'
import { LeadStory } from '../features/leads/lead-story-view.tsx'
import { answersByQuestion, mailAddress, questionLabel, statusOptions } from '../features/leads/lead-texts.ts'
import { MeetingRow } from '../features/meetings/meeting-row.tsx'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { momentText } from '../lib/dates.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { CardSkeleton } from '../ui/card-skeleton.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { QuietSelect } from '../ui/quiet-select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast-store.ts'

export function LeadPage() {
  const { leadId = '' } = useParams()
  const lead = useQuery(leadQuery(leadId))
  useTitle(lead.data?.name ?? 'Lead')
  const isMissing = lead.error instanceof BackendError && lead.error.kind === 'missing'
  if (lead.data !== undefined && !isMissing) return <LeadDetail lead={lead.data} />
  return (
    <>
      <PageBar title="Lead" lead={<AllLeads />} />
      <div className="px-4 py-6 sm:px-8">
        {lead.isPending ? <LeadSkeleton /> : null}
        {isMissing || lead.isError ? (
          <ErrorState
            title={isMissing ? 'Lead not found' : failureText(lead.error, 'leadsFailed')}
            text={isMissing ? 'It may have been erased.' : failureHint(lead.error)}
            {...(!isMissing && { onRetry: () => void lead.refetch() })}
          />
        ) : null}
      </div>
    </>
  )
}

function AllLeads() {
  return (
    <Link
      to="/dashboard/leads"
      aria-label="All leads"
      className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
    >
      <ArrowLeft size={16} aria-hidden />
    </Link>
  )
}

function LeadSkeleton() {
  return (
    <div role="status" aria-label="Loading the lead">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-2 mb-6 h-4 w-64 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-2">
        <CardSkeleton className="h-64" lines={7} />
        <CardSkeleton className="h-64" lines={7} />
      </div>
    </div>
  )
}

function LeadDetail({ lead }: { readonly lead: Lead }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isErasing, setIsErasing] = useState(false)
  const meeting = nextMeeting(lead)
  const { queryKey } = leadQuery(lead.id)
  // Someone else may change or erase it meanwhile.
  useFollowedTable('leads', queryKey)
  useFollowedTable('meetings', queryKey)

  async function handleStatus(status: LeadStatus): Promise<void> {
    queries.setQueryData(queryKey, { ...lead, status })
    try {
      await saveLeadStatus(lead.id, status)
    } catch (error) {
      queries.setQueryData(queryKey, lead)
      showToast({ text: failureText(error, 'leadSaveFailed'), tone: 'danger' })
    }
    await queries.invalidateQueries({ queryKey: ['leads'] })
  }

  async function handleErased(): Promise<void> {
    // Navigate first: the mounted page would refetch the erased lead.
    await navigate('/dashboard/leads')
    queries.removeQueries({ queryKey: ['lead'] })
    await queries.invalidateQueries({ queryKey: ['leads'] })
    showToast({ text: 'The lead was erased.' })
  }

  return (
    <>
      <PageBar
        title={lead.name}
        lead={
          <>
            <AllLeads />
            <Avatar name={lead.name} size={28} />
          </>
        }
        actions={
          <>
            <QuietSelect
              label="Status"
              value={lead.status}
              options={statusOptions}
              onChange={(event) => {
                const status = leadStatuses.find((known) => known === event.currentTarget.value)
                if (status !== undefined) void handleStatus(status)
              }}
            />
            {lead.conversation_id === null ? null : (
              <ButtonLink to={`/dashboard/conversations/${lead.conversation_id}`}>Open conversation</ButtonLink>
            )}
            {lead.email === null ? null : (
              <a href={mailAddress(lead.email)} className={buttonClass({ tone: 'accent' })}>
                <Mail size={14} aria-hidden />
                Reply
              </a>
            )}
            <LeadMenu lead={lead} onErase={() => setIsErasing(true)} />
          </>
        }
      >
        <p dir="auto" className="min-w-0 truncate text-left text-sm text-muted max-sm:hidden">
          {lead.demo_name} · {momentText(lead.created_at)}
        </p>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[1200px] gap-x-10 gap-y-8 px-4 pt-5 pb-10 sm:px-8 lg:grid-cols-2">
        <section aria-label="Contact" className="flex min-w-0 flex-col gap-4 self-start">
          {lead.score === null ? null : <ScoreCard lead={lead} score={lead.score} />}
          {meeting === null ? null : <MeetingRow meeting={meeting} name={lead.name} />}
          <dl className="text-sm">
            {lead.email === null ? null : (
              <Fact label="Work email">
                <a className="text-accent-text hover:underline" dir="ltr" href={mailAddress(lead.email)}>
                  {lead.email}
                </a>
              </Fact>
            )}
            {lead.phone === null ? null : <Fact label="Phone">{lead.phone}</Fact>}
            {[...answersByQuestion(lead)].map(([label, value]) => (
              <Fact key={label} label={questionLabel(label)}>
                {value.trim() === '' ? <span className="text-muted">No answer</span> : value}
              </Fact>
            ))}
            {lead.source === 'talk' ? (
              <Fact label="Source">
                {lead.conversation_id === null ? (
                  'A deleted conversation'
                ) : (
                  <Link
                    className="text-accent-text hover:underline"
                    to={`/dashboard/conversations/${lead.conversation_id}`}
                  >
                    Conversation with the agent
                  </Link>
                )}
              </Fact>
            ) : (
              <Fact label="Card">{lead.card_title === '' ? 'Lead Card' : lead.card_title}</Fact>
            )}
            {lead.consent_text === null || lead.consented_at === null ? null : (
              <Fact label={`Consented on ${momentText(lead.consented_at)}`}>{lead.consent_text}</Fact>
            )}
          </dl>
          {lead.demo_id === null ? <p className="text-sm text-muted">Its demo was deleted.</p> : null}
        </section>
        <LeadStory lead={lead} />
      </div>
      <EraseLeadDialog
        lead={lead}
        isOpen={isErasing}
        onOpenChange={setIsErasing}
        onErased={() => void handleErased()}
      />
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-h-9 gap-x-4 border-b border-line py-2 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <dt className="text-muted wrap-anywhere">{label}</dt>
      <dd dir="auto" className="text-left wrap-anywhere whitespace-pre-wrap">
        {children}
      </dd>
    </div>
  )
}

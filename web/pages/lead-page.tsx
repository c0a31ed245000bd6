import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { leadStatuses, type LeadStatus } from '#domain/card.ts'
import { messages } from '#domain/messages.ts'

import { demoQuery } from '../features/demos/demo-queries.ts'
import { EraseLeadDialog } from '../features/leads/erase-lead-dialog.tsx'
import { leadQuery, saveLeadStatus, storyQuery, type Lead } from '../features/leads/lead-calls.ts'
import { statusOptions, storyText } from '../features/leads/lead-texts.ts'
import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { momentText } from '../lib/dates.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast-store.ts'

export function LeadPage() {
  const { leadId = '' } = useParams()
  const lead = useQuery(leadQuery(leadId))
  useTitle(lead.data?.name ?? 'Lead')
  const isMissing = lead.error instanceof BackendError && lead.error.kind === 'missing'
  return (
    <PageBody>
      <ButtonLink to="/dashboard/leads" tone="quiet" className="mb-3 -ml-3" icon={<ArrowLeft size={16} aria-hidden />}>
        All leads
      </ButtonLink>
      {lead.isPending ? <Skeleton className="h-40" /> : null}
      {lead.isError ? (
        <ErrorState
          title={isMissing ? 'This lead does not exist' : failureText(lead.error, 'leadsFailed')}
          text={isMissing ? 'It may have been erased.' : failureHint(lead.error)}
          {...(!isMissing && { onRetry: () => void lead.refetch() })}
        />
      ) : null}
      {lead.data === undefined ? null : <LeadDetail lead={lead.data} />}
    </PageBody>
  )
}

function LeadDetail({ lead }: { readonly lead: Lead }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isErasing, setIsErasing] = useState(false)

  async function handleStatus(status: LeadStatus): Promise<void> {
    const { queryKey } = leadQuery(lead.id)
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
    queries.removeQueries({ queryKey: ['lead'] })
    await navigate('/dashboard/leads')
    await queries.invalidateQueries({ queryKey: ['leads'] })
    showToast({ text: 'Everything of this lead was erased.' })
  }

  return (
    <>
      <PageHeader title={lead.name} text={`${lead.demo_name} · ${momentText(lead.created_at)}`}>
        <Button tone="danger" size="form" icon={<Trash2 size={16} aria-hidden />} onClick={() => setIsErasing(true)}>
          Erase everywhere
        </Button>
      </PageHeader>
      <div className="grid gap-6 lg:grid-cols-2">
        <section aria-label="Contact" className="flex min-w-0 flex-col gap-4 self-start">
          <SelectField
            label="Status"
            className="max-w-56"
            value={lead.status}
            options={statusOptions}
            onChange={(event) => {
              const status = leadStatuses.find((known) => known === event.currentTarget.value)
              if (status !== undefined) void handleStatus(status)
            }}
          />
          <dl className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
            <Fact label="Work email">
              <a className="text-accent-text hover:underline" href={`mailto:${encodeURIComponent(lead.email)}`}>
                {lead.email}
              </a>
            </Fact>
            {lead.fields.map(({ label, value }) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
            <Fact label="Card">{lead.card_title === '' ? 'Lead Card' : lead.card_title}</Fact>
            {lead.consent_text === null || lead.consented_at === null ? null : (
              <Fact label={`Agreed on ${momentText(lead.consented_at)}`}>{lead.consent_text}</Fact>
            )}
          </dl>
          {lead.demo_id === null ? null : (
            <ButtonLink className="self-start" to={`/dashboard/demos/${lead.demo_id}`}>
              View demo
            </ButtonLink>
          )}
        </section>
        <Story lead={lead} />
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
    <div className="px-4 py-2.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words whitespace-pre-wrap">{children}</dd>
    </div>
  )
}

function Story({ lead }: { readonly lead: Lead }) {
  const story = useQuery(storyQuery(lead))
  const demo = useQuery({ ...demoQuery(lead.demo_id ?? ''), enabled: lead.demo_id !== null })
  const stepName = (id: string) => {
    const step = demo.data?.steps.find((candidate) => candidate.id === id)
    if (step === undefined) return 'a step that is gone'
    return step.title === null ? `step ${step.order}` : `step ${step.order}, ${step.title}`
  }
  return (
    <section aria-labelledby="lead-story" className="min-w-0">
      <h2 id="lead-story" className="mb-2 text-base font-semibold">
        The visit
      </h2>
      {story.isLoading ? <Skeleton className="h-24" /> : null}
      {story.isError ? (
        <ErrorState title={messages.leadsFailed} text={failureHint(story.error)} onRetry={() => void story.refetch()} />
      ) : null}
      {lead.session_id === null || story.data?.length === 0 ? (
        <p className="rounded-card border border-dashed border-control/50 px-4 py-6 text-center text-sm text-muted">
          Nothing more is known: this visitor was not tracked, or it was too long ago.
        </p>
      ) : null}
      {story.data === undefined || story.data.length === 0 ? null : (
        <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface text-sm">
          {story.data.map((event, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a story only grows at its end, and its rows have no ids
            <li key={index} className="flex items-baseline gap-4 px-4 py-2">
              <span className="min-w-0 flex-1 break-words">
                {storyText(event, stepName)}
                {event.event_type === 'agent_opened' && event.subject_id !== null ? (
                  <Link
                    className="ml-2 text-accent-text hover:underline"
                    to={`/dashboard/conversations/${event.subject_id}`}
                  >
                    Read it
                  </Link>
                ) : null}
              </span>
              <time dateTime={event.occurred_at} className="shrink-0 text-xs text-muted tabular-nums">
                {momentText(event.occurred_at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

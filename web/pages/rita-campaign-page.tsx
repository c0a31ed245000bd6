import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { countText, percentText } from '../lib/figure-text.ts'
import type { Lead } from '../lib/lead-calls.ts'
import { LeadList } from '../features/leads/lead-list.tsx'
import { leadsCsv } from '../features/leads/lead-texts.ts'
import { sampleLeads } from '../features/leads/sample-leads.ts'
import { Loaded } from '../features/rita/loaded.tsx'
import { audienceQuery } from '../features/rita/rita-calls.ts'
import { RitaFigure, ritaFiguresClass } from '../features/rita/rita-figure.tsx'
import { RitaBody } from '../features/rita/rita-body.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { saveFile } from '../lib/save-file.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useSample } from '../lib/use-sample.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CampaignIllustration } from '../ui/illustrations/campaign-illustration.tsx'
import { SampleNotice } from '../ui/sample-notice.tsx'
import { QuietSelect } from '../ui/quiet-select.tsx'

const groups = {
  agreed: 'Consented to contact',
  all: 'Everyone with an address',
  new: 'Not reviewed',
  lost: 'Lost',
} as const
type Group = keyof typeof groups

const belongsTo: Readonly<Record<Group, (lead: Lead) => boolean>> = {
  agreed: ({ consented_at }) => consented_at !== null,
  all: () => true,
  new: ({ status }) => status === 'new',
  lost: ({ status }) => status === 'lost',
}

/** Chooses a campaign's audience and exports it. */
export function RitaCampaignPage() {
  useTitle('Campaign')
  const audience = useQuery(audienceQuery)
  const [openedAt] = useState(Date.now)
  const [isSample, setSample] = useSample()
  useFollowedTable('leads', audienceQuery.queryKey)
  return (
    <>
      <PageBar title="Campaign" />
      <RitaBody>
        <Loaded query={audience} label="Loading your audience" code="leadsFailed">
          {(people) =>
            isSample ? (
              <>
                <SampleNotice onLeave={() => setSample(false)} />
                <div className="mt-6">
                  <Audience people={sampleLeads(openedAt)} isSample />
                </div>
              </>
            ) : people.length === 0 ? (
              <Nobody onSample={() => setSample(true)} />
            ) : (
              <Audience people={people} />
            )
          }
        </Loaded>
      </RitaBody>
    </>
  )
}

function Nobody({ onSample }: { readonly onSample: () => void }) {
  return (
    <EmptyState
      isPage
      title="No contacts yet"
      text="Add a lead card with a consent text to a demo and share it. People who submit it appear here."
      drawing={<CampaignIllustration />}
    >
      <ButtonLink to="/dashboard/demos">Choose a demo</ButtonLink>
      <Button tone="quiet" onClick={onSample}>
        See sample data
      </Button>
    </EmptyState>
  )
}

function Audience({ people, isSample = false }: { readonly people: readonly Lead[]; readonly isSample?: boolean }) {
  const [openedAt] = useState(Date.now)
  const [chosen, setChosen] = useState<Group>('agreed')
  const members = people.filter(belongsTo[chosen])
  const count = (group: Group) => people.filter(belongsTo[group]).length
  return (
    <>
      <dl className={ritaFiguresClass}>
        <RitaFigure
          term="People with an address"
          value={people.length}
          note={`${countText(people.filter(({ meetings }) => meetings.length > 0).length)} with a meeting`}
          {...(!isSample && { to: '/dashboard/leads' })}
        />
        <RitaFigure
          term="Consented to contact"
          value={count('agreed')}
          note={shareOf(count('agreed'), people.length)}
        />
        <RitaFigure
          term="Not reviewed"
          value={count('new')}
          note={shareOf(count('new'), people.length)}
          {...(!isSample && { to: '/dashboard/leads?status=new' })}
        />
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-2.5">
        <QuietSelect
          label="Audience"
          className="-ml-2"
          value={chosen}
          options={Object.entries(groups).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setChosen(event.currentTarget.value as Group)}
        />
        <Button
          icon={<Download size={14} aria-hidden />}
          disabled={isSample || members.length === 0}
          onClick={() => saveFile(new Blob([leadsCsv(members)], { type: 'text/csv' }), 'audience.csv')}
        >
          Export CSV
        </Button>
      </div>
      <p role="status" className="py-2.5 text-sm text-muted">
        {members.length === 1 ? '1 person' : `${countText(members.length)} people`}. Write from your own mail tool, and
        only what they agreed to.
      </p>
      {members.length === 0 ? (
        <EmptyState
          title="No one in this audience"
          text={
            chosen === 'agreed'
              ? 'Add a consent text to a lead card. People who accept it appear here.'
              : 'Choose another audience, or change a lead’s status.'
          }
        >
          <ButtonLink to="/dashboard/leads">Open leads</ButtonLink>
        </EmptyState>
      ) : (
        <LeadList leads={members.slice(0, shownMax)} openedAt={openedAt} isSample={isSample} />
      )}
      {members.length > shownMax ? (
        <p className="mt-3 text-sm text-muted">and {members.length - shownMax} more in the file.</p>
      ) : null}
    </>
  )
}

function shareOf(count: number, all: number): string {
  return `${percentText(count / all)} of people`
}

const shownMax = 50

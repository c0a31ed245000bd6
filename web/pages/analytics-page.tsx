import { useQuery } from '@tanstack/react-query'
import { Eye, UserRoundCheck } from 'lucide-react'
import { useParams } from 'react-router'

import { namesQuery } from '../features/analytics/analytics-calls.ts'
import { AnalyticsView } from '../features/analytics/analytics-view.tsx'
import { PageBody } from '../ui/page-header.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** Analytics for all demos, or of the one in the address. */
export function AnalyticsPage() {
  const { demoId } = useParams()
  return <PageBody>{demoId === undefined ? <OfAll /> : <OfDemo key={demoId} demoId={demoId} />}</PageBody>
}

function OfAll() {
  useTitle('Analytics')
  return (
    <AnalyticsView title="Analytics" text="What visitors did." pinnedDemoId={null}>
      <LeadsLink to="/dashboard/leads" />
    </AnalyticsView>
  )
}

function OfDemo({ demoId }: { readonly demoId: string }) {
  const names = useQuery(namesQuery)
  const name = names.data?.demos.find(({ id }) => id === demoId)?.name ?? 'Demo'
  useTitle(`Analytics for ${name}`)
  return (
    <AnalyticsView title={name} text="What visitors did with this demo." pinnedDemoId={demoId}>
      <ButtonLink to={`/dashboard/demos/${demoId}`} size="form" icon={<Eye size={16} aria-hidden />}>
        View demo
      </ButtonLink>
      <LeadsLink to={`/dashboard/leads?demo=${demoId}`} />
    </AnalyticsView>
  )
}

function LeadsLink({ to }: { readonly to: string }) {
  return (
    <ButtonLink to={to} size="form" icon={<UserRoundCheck size={16} aria-hidden />}>
      Leads
    </ButtonLink>
  )
}

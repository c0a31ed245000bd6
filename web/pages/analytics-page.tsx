import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useParams } from 'react-router'

import { namesQuery } from '../features/analytics/analytics-calls.ts'
import { AnalyticsView } from '../features/analytics/analytics-view.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** Analytics for all demos, or of the one in the address. */
export function AnalyticsPage() {
  const { demoId } = useParams()
  return demoId === undefined ? <OfAll /> : <OfDemo key={demoId} demoId={demoId} />
}

function OfAll() {
  useTitle('Analytics')
  return <AnalyticsView title="Analytics" pinnedDemoId={null} />
}

function OfDemo({ demoId }: { readonly demoId: string }) {
  const names = useQuery(namesQuery)
  const name = names.data?.demos.find(({ id }) => id === demoId)?.name ?? 'Demo'
  useTitle(`Analytics for ${name}`)
  return (
    <AnalyticsView title={name} pinnedDemoId={demoId}>
      <ButtonLink to={`/dashboard/demos/${demoId}`} icon={<Eye size={14} aria-hidden />}>
        <span className="max-sm:sr-only">View demo</span>
      </ButtonLink>
    </AnalyticsView>
  )
}

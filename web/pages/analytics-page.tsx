import { AnalyticsView } from '../features/analytics/analytics-view.tsx'
import { PageBody } from '../layout/page-header.tsx'
import { useTitle } from '../lib/use-title.ts'

export function AnalyticsPage() {
  useTitle('Analytics')
  return (
    <PageBody>
      <AnalyticsView
        title="Analytics"
        text="What visitors did. Every share says of how many, and how sure it is."
        pinnedDemoId={null}
      />
    </PageBody>
  )
}

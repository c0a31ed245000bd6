import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export interface RitaPendingPageProps {
  readonly title: string
  readonly text: string
  /** What there is instead, today. */
  readonly empty: { readonly title: string; readonly text: string; readonly to: string; readonly label: string }
}

/** A part of Rita's area that has no data yet: says so, and leads to what there is. */
export function RitaPendingPage({ title, text, empty }: RitaPendingPageProps) {
  useTitle(title)
  return (
    <PageBody>
      <PageHeader title={title} text={text} />
      <EmptyState title={empty.title} text={empty.text}>
        <ButtonLink to={empty.to}>{empty.label}</ButtonLink>
      </EmptyState>
    </PageBody>
  )
}

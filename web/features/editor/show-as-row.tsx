import { useQuery } from '@tanstack/react-query'

import type { ShowAs } from '#domain/step-look.ts'

import { pageRowQuery } from '../../lib/step-pages.ts'
import { SegmentRow } from './inspector-rows.tsx'

const kinds = [
  { value: 'page', label: 'Page' },
  { value: 'picture', label: 'Picture' },
] as const satisfies readonly { value: ShowAs; label: string }[]

interface ShowAsRowProps {
  readonly screenshotUrl: string
  readonly value: ShowAs
  readonly onChange: (value: ShowAs) => void
}

/** Page or picture, for a step whose page was captured. */
export function ShowAsRow({ screenshotUrl, value, onChange }: ShowAsRowProps) {
  const { data: page = null } = useQuery(pageRowQuery(screenshotUrl))
  if (page === null) return null
  return <SegmentRow<ShowAs> label="Show as" value={value} options={kinds} onChange={onChange} />
}

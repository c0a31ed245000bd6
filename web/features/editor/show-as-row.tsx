import { useQuery } from '@tanstack/react-query'

import type { ShowAs } from '#domain/step-look.ts'

import { ask } from '../../lib/call-backend.ts'
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
  const { data: hasPage = false } = useQuery({
    queryKey: ['snapshot', screenshotUrl],
    queryFn: () => hasSnapshot(screenshotUrl),
    staleTime: 60_000,
  })
  if (!hasPage) return null
  return <SegmentRow<ShowAs> label="Show as" value={value} options={kinds} onChange={onChange} />
}

async function hasSnapshot(picture: string): Promise<boolean> {
  const rows = await ask('demoFailed', (client) =>
    client.from('snapshots').select('id').eq('picture', picture).limit(1),
  )
  return rows.length > 0
}

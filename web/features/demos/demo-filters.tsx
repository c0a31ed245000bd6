import { LayoutGrid, List } from 'lucide-react'

import { useChangeParams } from '../../lib/use-address-params.ts'
import { useAddressText } from '../../lib/use-address-text.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select-field.tsx'
import type { DemoView } from './arrange-demos.ts'

const statuses = { all: 'All', active: 'Active', draft: 'Drafts', archived: 'Archived' } as const
const orders = { newest: 'Newest', name: 'Name', steps: 'Most steps' } as const

export interface DemoFiltersProps {
  readonly view: DemoView
}

/** Search, status and order of the demo list. */
export function DemoFilters({ view }: DemoFiltersProps) {
  const changeParams = useChangeParams()
  const [words, setWords] = useAddressText('q')

  function change(name: string, value: string, unset: string): void {
    changeParams({ [name]: value === unset ? null : value })
  }

  return (
    <div role="search" className="grid grid-cols-[minmax(0,1fr)_6.25rem_7.25rem] gap-2 sm:flex sm:items-center">
      <SearchField label="Search demos" placeholder="Find" words={words} onWords={setWords} className="sm:w-50" />
      <Choice
        label="Status"
        options={statuses}
        value={view.status}
        onChange={(value) => change('status', value, 'all')}
      />
      <Choice
        label="Sort by"
        options={orders}
        value={view.order}
        onChange={(value) => change('sort', value, 'newest')}
      />
      <Segments
        label="View"
        value={view.isList ? 'list' : 'cards'}
        options={views}
        onChange={(value) => change('view', value, 'cards')}
        className="max-sm:hidden"
      />
    </div>
  )
}

const views = [
  { value: 'cards', label: 'Cards', icon: <LayoutGrid size={14} aria-hidden /> },
  { value: 'list', label: 'List', icon: <List size={14} aria-hidden /> },
] as const

interface ChoiceProps {
  readonly label: string
  readonly options: Readonly<Record<string, string>>
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-8 w-full border-line-strong pointer-coarse:h-11"
      options={Object.entries(options).map(([key, text]) => ({ value: key, label: text }))}
    />
  )
}

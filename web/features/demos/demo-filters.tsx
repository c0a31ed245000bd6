import { useSearchParams } from 'react-router'

import { useAddressText } from '../../lib/use-address-text.ts'
import { Select } from '../../ui/select-field.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import type { DemoView } from './arrange-demos.ts'

const statuses = { all: 'All', active: 'Active', draft: 'Drafts', archived: 'Archived' } as const
const orders = { newest: 'Newest', name: 'Name', steps: 'Most steps' } as const

export interface DemoFiltersProps {
  readonly view: DemoView
}

/** Search, status and order of the demo list. */
export function DemoFilters({ view }: DemoFiltersProps) {
  const [, setQuery] = useSearchParams()
  const [words, setWords] = useAddressText('q')

  function change(name: string, value: string, unset: string): void {
    setQuery(
      (query) => {
        if (value === unset) query.delete(name)
        else query.set(name, value)
        return query
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <div role="search" className="grid grid-cols-2 gap-2 *:first:col-span-2 sm:flex">
      <input
        type="search"
        aria-label="Search demos"
        placeholder="Search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        className={`${controlClass} h-8 w-full text-sm sm:w-52 pointer-coarse:h-11`}
      />
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
    </div>
  )
}

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
      className="h-8 w-full pointer-coarse:h-11"
      options={Object.entries(options).map(([key, text]) => ({ value: key, label: text }))}
    />
  )
}

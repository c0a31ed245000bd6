import { useSearchParams } from 'react-router'

import { inputClass } from '../../ui/text-field.tsx'
import type { DemoView } from './arrange-demos.ts'

const statuses = { all: 'All', active: 'Active', draft: 'Drafts', archived: 'Archived' } as const
const orders = { newest: 'Newest first', name: 'By name', steps: 'Most steps first' } as const

export interface DemoFiltersProps {
  readonly view: DemoView
}

/** Search, status and order of the demo list. */
export function DemoFilters({ view }: DemoFiltersProps) {
  const [, setQuery] = useSearchParams()

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
    <div role="search" className="flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="Search demos"
        placeholder="Search"
        value={view.words}
        onChange={(event) => change('q', event.target.value, '')}
        className={`${inputClass} h-8 w-44 text-sm pointer-coarse:h-11`}
      />
      <Choice
        label="Status"
        options={statuses}
        value={view.status}
        onChange={(value) => change('status', value, 'all')}
      />
      <Choice label="Order" options={orders} value={view.order} onChange={(value) => change('sort', value, 'newest')} />
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
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} h-8 w-auto text-sm pointer-coarse:h-11`}
    >
      {Object.entries(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}

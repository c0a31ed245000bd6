import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { NamedLink } from './analytics-calls.ts'
import { linkParameter, todayInUtc, trafficChoices, type FilterName, type Filters } from './analytics-filters.ts'
import { versionLabel } from './version-section.tsx'

export type FilterChange = Readonly<Partial<Record<FilterName, string | null>>>

export interface FilterBarProps {
  readonly filters: Filters
  readonly problem: string | undefined
  readonly links: readonly NamedLink[]
  readonly versions: readonly string[]
  readonly onChange: (change: FilterChange) => void
}

/** Rarely used filters and a custom period's days, in a row below the header. */
export function FilterBar({ filters, problem, links, versions, onChange }: FilterBarProps) {
  return (
    <form
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] items-start gap-3 border-b border-line py-4 sm:flex sm:flex-wrap [&>*]:min-w-0"
    >
      {filters.days === null ? (
        <>
          <DayField label="Start date" value={filters.from} onChange={(from) => onChange({ from })} problem={problem} />
          <DayField label="End date" value={filters.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
      <SelectField
        label="Link"
        className="sm:w-44"
        value={linkParameter(filters.link)}
        options={[
          { value: '', label: 'All links' },
          { value: linkParameter(''), label: 'Share link' },
          ...links.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange({ link: event.target.value })}
      />
      <SelectField
        label="Traffic"
        className="sm:w-40"
        value={filters.traffic}
        options={trafficChoices}
        onChange={(event) => onChange({ who: event.target.value === 'human' ? null : event.target.value })}
      />
      {filters.demoId === null ? null : (
        <SelectField
          label="Version"
          className="sm:w-36"
          value={String(filters.version ?? '')}
          options={[{ value: '', label: 'All versions' }, ...versionOptions(versions, filters.version)]}
          onChange={(event) => onChange({ version: event.target.value })}
        />
      )}
      {hasFilters(filters) ? (
        <Button
          tone="quiet"
          size="form"
          className="self-end"
          onClick={() => onChange({ link: null, who: null, version: null })}
        >
          Clear filters
        </Button>
      ) : null}
    </form>
  )
}

/** Whether this row filters the figures. */
export function hasFilters({ link, version, traffic }: Filters): boolean {
  return link !== null || version !== null || traffic !== 'human'
}

function DayField(props: {
  readonly label: string
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (day: string | null) => void
}) {
  return (
    <TextField
      type="date"
      label={props.label}
      value={props.value}
      max={todayInUtc()}
      problem={props.problem}
      onChange={(event) => props.onChange(event.target.value)}
      className="sm:w-40"
    />
  )
}

/** The visited versions, plus the selected one. */
function versionOptions(versions: readonly string[], asked: number | null) {
  const all = new Set([
    ...versions.filter((version) => Number(version) > 0),
    ...(asked === null ? [] : [String(asked)]),
  ])
  return [...all].sort((a, b) => Number(b) - Number(a)).map((value) => ({ value, label: versionLabel(value) }))
}

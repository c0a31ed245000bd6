import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { NamedDemo, NamedLink } from './analytics-calls.ts'
import {
  linkParameter,
  periodChoices,
  todayInUtc,
  trafficChoices,
  type FilterName,
  type Filters,
  type Period,
} from './analytics-filters.ts'
import { versionLabel } from './version-section.tsx'

export type FilterChange = Readonly<Partial<Record<FilterName, string | null>>>

export interface FilterBarProps {
  readonly filters: Filters
  /** The initial value of a custom period. */
  readonly period: Period | null
  readonly problem: string | undefined
  /** Null on the page of one demo. */
  readonly demos: readonly NamedDemo[] | null
  readonly links: readonly NamedLink[]
  readonly versions: readonly string[]
  readonly onChange: (change: FilterChange) => void
}

/** The filters, stored in the URL. */
export function FilterBar(props: FilterBarProps) {
  const { filters, period, problem, demos, links, versions, onChange } = props
  const isNarrowed = filters.link !== null || filters.version !== null || filters.traffic !== 'human'

  function choosePeriod(value: string): void {
    onChange({ period: value, from: null, to: null, ...(value === 'custom' && period !== null && period) })
  }

  return (
    <form
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] items-start gap-3 sm:flex sm:flex-wrap [&>*]:min-w-0"
    >
      <SelectField
        label="Time"
        className="sm:w-40"
        value={filters.days === null ? 'custom' : String(filters.days)}
        options={[...periodChoices, { value: 'custom', label: 'Custom' }]}
        onChange={(event) => choosePeriod(event.target.value)}
      />
      {demos === null ? null : (
        <SelectField
          label="Demo"
          className="sm:w-52"
          value={filters.demoId ?? ''}
          options={[
            { value: '', label: 'All demos and pages' },
            ...demos.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => onChange({ demo: event.target.value })}
        />
      )}
      <SelectField
        label="Link"
        className="sm:w-40"
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
      {filters.days === null ? (
        <>
          <DayField label="Start date" value={filters.from} onChange={(from) => onChange({ from })} problem={problem} />
          <DayField label="End date" value={filters.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
      {isNarrowed ? (
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

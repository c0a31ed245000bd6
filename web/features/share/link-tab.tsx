import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useContext, useState } from 'react'

import type { Card } from '#domain/card.ts'
import { plainDemoLook } from '#domain/demo-look.ts'
import { fallbackFiller } from '#domain/variables.ts'

import { agentDemosQuery, agentsQuery, assignDemo, releaseDemo } from '../../lib/agent-calls.ts'
import { dayOf, dayText, endOfDay } from '../../lib/dates.ts'
import { embedCode, shareLink } from '../../lib/share-text.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { SelectRow, SettingRow, SettingRows, SwitchRow } from '../../ui/setting-row.tsx'
import { OpenTab } from '../../ui/tabbed.tsx'
import { AddressField } from './address-field.tsx'
import { CopyButton } from './copy-button.tsx'
import type { SharingChange } from './link-calls.ts'
import { QrCode } from './qr-code.tsx'
import type { SharedDemo } from './shared-demo.ts'
import { SocialCard } from './social-card.tsx'
import { UnfinishedList } from './unfinished-list.tsx'

export interface LinkTabProps extends SharedDemo {
  readonly cards: readonly Card[]
  readonly isBusy: boolean
  readonly onTurn: (isOn: boolean) => void
  readonly onChange: (change: SharingChange) => void
  /** A link that leaves the dialog was clicked. */
  readonly onLeave: () => void
}

/** The demo's address, and how its preview looks to recipients. */
export function LinkTab(props: LinkTabProps) {
  const { demoId, steps, isOn, sharing, isBusy } = props
  const fill = fallbackFiller(sharing?.look ?? plainDemoLook)
  const [start, setStart] = useState('1')
  const openTab = useContext(OpenTab)
  const expiresAt = sharing?.expiresAt ?? null
  const { origin } = window.location
  const address = `${shareLink(origin, demoId)}${start === '1' ? '' : `?step=${start}`}`
  const code = embedCode(origin, demoId)
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto md:flex-row md:overflow-hidden">
      <div className="flex min-w-0 flex-1 flex-col p-4 sm:px-6 sm:pt-5.5 sm:pb-5 md:overflow-y-auto">
        <AddressField label="Share Link" text={address} />
        <SettingRows className="mt-4.5">
          <SwitchRow
            label="Link"
            name="Share link"
            state={isOn ? 'On' : 'Off'}
            isOn={isOn}
            disabled={isBusy}
            onChange={props.onTurn}
          />
          <SelectRow
            label="Who can open"
            value={sharing?.isByLinksOnly === true ? 'links' : 'open'}
            disabled={isBusy || sharing === undefined}
            options={accessOptions}
            onChange={(value) => props.onChange({ share_mode: value === 'links' ? 'links' : 'open' })}
          />
          <SettingRow label="Password">
            <button
              type="button"
              onClick={() => openTab('people')}
              className="-mr-1.5 inline-flex h-8 items-center gap-1 rounded-control px-1.5 hover:bg-hover pointer-coarse:h-11"
            >
              Set on personal links
              <ChevronRight size={14} aria-hidden className="text-muted" />
            </button>
          </SettingRow>
          <SelectRow
            label="Expires"
            value={expiresAt === null ? 'never' : 'set'}
            disabled={isBusy || sharing === undefined}
            options={[
              { value: 'never', label: 'Never' },
              ...(expiresAt === null ? [] : [{ value: 'set', label: endText(expiresAt, sharing?.hasEnded === true) }]),
              ...periods,
            ]}
            onChange={(value) => props.onChange({ link_expires_at: value === 'never' ? null : endIn(Number(value)) })}
          />
          <SwitchRow
            label="Search engines"
            name="Search engines may list it"
            state={sharing?.isSearchable === false ? 'Hidden' : 'Listed'}
            isOn={sharing?.isSearchable !== false}
            disabled={isBusy || sharing === undefined}
            onChange={(isSearchable) => props.onChange({ is_searchable: isSearchable })}
          />
          <SelectRow
            label="Starts at"
            value={start}
            options={steps.map(({ order, title }) => ({
              value: String(order),
              label: title === null ? `Step ${order}` : `${order}. ${fill(title)}`,
            }))}
            onChange={setStart}
          />
          <AgentRow demoId={demoId} />
          <SettingRow label="Embed Code">
            <textarea
              aria-label="Embed Code"
              readOnly
              rows={1}
              value={code}
              onFocus={(event) => event.currentTarget.select()}
              className="h-6 w-48 min-w-0 resize-none overflow-hidden rounded-control bg-transparent text-right font-mono text-xs leading-6 whitespace-nowrap text-muted mask-r-from-80%"
            />
            <CopyButton what="Embed Code" text={code} />
          </SettingRow>
        </SettingRows>
        {sharing?.isByLinksOnly === true ? (
          <p className="mt-2 text-xs text-muted">The share link and embed code are off. Personal links work.</p>
        ) : sharing?.hasEnded === true ? (
          <p className="mt-2 text-xs text-muted">The share link and embed code have expired. Personal links work.</p>
        ) : isOn ? null : (
          <p className="mt-2 text-xs text-muted">Only your workspace can play this demo.</p>
        )}
        <div className="mt-auto pt-5">
          <UnfinishedList {...props} />
        </div>
      </div>
      <div className="stage flex shrink-0 flex-col justify-center gap-4 overflow-clip p-4 sm:px-8 sm:py-6 md:max-lg:px-5 md:w-[min(27.5rem,44%)] md:overflow-y-auto">
        <SocialCard name={sharing?.name} description={sharing?.description ?? null} steps={steps} />
        <QrCode address={address} fileName={sharing?.name ?? 'demo'} />
      </div>
    </div>
  )
}

const periods = [
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
]

function endIn(days: number): string {
  return endOfDay(dayOf(new Date(Date.now() + days * 86_400_000)))
}

function endText(expiresAt: string, hasEnded: boolean): string {
  return `${hasEnded ? 'Expired' : 'After'} ${dayText(expiresAt)}`
}

const accessOptions = [
  { value: 'open', label: 'Anyone with the link' },
  { value: 'links', label: 'Personal links only' },
]

/** The agent of the demo; the workspace's default unless one is chosen. */
function AgentRow({ demoId }: { readonly demoId: string }) {
  const queries = useQueryClient()
  const agents = useQuery(agentsQuery)
  const assigned = useQuery(agentDemosQuery)
  const change = useMutation({
    mutationFn: (id: string) => (id === defaultAgent ? releaseDemo(demoId) : assignDemo(demoId, id)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: agentDemosQuery.queryKey }),
        queries.invalidateQueries({ queryKey: agentsQuery.queryKey }),
      ]),
  })
  const known = agents.data ?? []
  const usual = known.find(({ is_default: isDefault }) => isDefault)
  const own = assigned.data?.find(({ demo_id: id }) => id === demoId)?.agent_id ?? defaultAgent
  const chosen = change.isPending ? change.variables : own
  const agent = known.find(({ id }) => id === chosen) ?? usual
  return (
    <SelectRow
      label="Agent"
      value={chosen}
      disabled={agents.data === undefined || assigned.data === undefined || change.isPending}
      options={[
        { value: defaultAgent, label: usual === undefined ? 'Default' : `${usual.name} (default)` },
        ...known.filter(({ id }) => id !== usual?.id || own === id).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      mark={agent === undefined ? null : <AgentFace hue={agent.hue} size={18} />}
      onChange={(id) => change.mutate(id)}
    />
  )
}

const defaultAgent = 'default'

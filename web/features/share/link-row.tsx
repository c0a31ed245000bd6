import { clsx } from 'clsx'
import { Check, Code, Copy, Ellipsis, Link2Off, Link as LinkIcon, Lock, Pencil, Trash2 } from 'lucide-react'

import { dayText, momentText } from '../../lib/dates.ts'
import { countOf, countText } from '../../lib/figure-text.ts'
import { embedCode, shareLink } from '../../lib/share-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { ShareLink } from './link-calls.ts'

export interface LinkRowProps {
  readonly link: ShareLink
  /** Whether any link of the list has variables to show. */
  readonly hasVariables: boolean
  readonly stepCount: number
  readonly onEdit: () => void
  readonly onRevoke: (isRevoked: boolean) => void
  readonly onRemove: () => void
}

/** The columns of the list; on phones a row has two lines. */
export function linkColumns(hasVariables: boolean): string {
  const wide = hasVariables
    ? 'md:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)_5rem_3rem_5rem_5rem_4rem] lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)_6.5rem_3rem_7rem_5.5rem_4rem]'
    : 'md:grid-cols-[minmax(0,1fr)_6rem_3rem_7rem_5.5rem_4rem]'
  return `grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 max-lg:gap-x-3 ${wide}`
}

/** One personal link: name, expiry, openings, progress. Only a disabled link can be deleted. */
export function LinkRow({ link, hasVariables, stepCount, onEdit, onRevoke, onRemove }: LinkRowProps) {
  const { isCopied, copy } = useCopy()
  const { company, ...others } = link.variables
  const isClosed = link.isRevoked || link.hasEnded
  return (
    <li className={`${linkColumns(hasVariables)} min-h-12 items-center py-1.5 hover:bg-hover`}>
      <div className="flex min-w-0 items-center gap-2.5">
        <Avatar name={link.name} isLive={link.isHere} />
        <span className="min-w-0 leading-4">
          <span className="block truncate font-medium" title={link.name}>
            {link.name}
          </span>
          <span className="block truncate text-xs text-muted">{company ?? `…${link.token.slice(-6)}`}</span>
        </span>
        {link.hasPassword ? <Lock size={14} aria-label="password" className="shrink-0 text-muted" /> : null}
      </div>
      {hasVariables ? (
        <span className="truncate text-muted max-md:hidden" title={variablesText(others)}>
          {variablesText(others)}
        </span>
      ) : null}
      <span className={clsx('truncate max-md:hidden', isClosed && 'text-danger')}>{endText(link)}</span>
      <span className="text-right font-medium tabular-nums max-md:hidden">
        {link.viewCount === 0 ? '–' : countText(link.viewCount)}
      </span>
      <Reached stepsSeen={link.stepsSeen} stepCount={stepCount} />
      <span className="text-right text-xs text-muted max-md:hidden">{lastText(link)}</span>
      <div className="flex max-md:col-start-2 max-md:row-start-1">
        <IconButton
          label={isCopied ? 'Copied!' : `Copy the link ${link.name}`}
          disabled={isClosed}
          onClick={() => void copy(shareLink(window.location.origin, link.token))}
        >
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        </IconButton>
        <Menu
          trigger={
            <IconButton label={`More for the link ${link.name}`}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
          entries={entriesOf({
            link,
            onEdit,
            onRevoke,
            onRemove,
            onCopyCode: () => void copy(embedCode(window.location.origin, link.token)),
          })}
        />
      </div>
      <p className="col-span-2 pl-8.5 text-xs text-muted md:hidden">
        {[endText(link), link.viewCount === 0 ? null : countOf(link.viewCount, 'open'), lastText(link)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}

/** A segment for each step, coloured if reached. Many steps share ten segments. */
function Reached({ stepsSeen, stepCount }: { readonly stepsSeen: number; readonly stepCount: number }) {
  const count = Math.min(stepCount, 10)
  const reached = stepCount === 0 ? 0 : Math.ceil((Math.min(stepsSeen, stepCount) / stepCount) * count)
  return (
    <span
      role="img"
      aria-label={`Reached step ${stepsSeen} of ${stepCount}`}
      title={`${stepsSeen} of ${countOf(stepCount, 'step')}`}
      className="flex gap-0.5 max-md:hidden"
    >
      {Array.from({ length: count }, (_, step) => (
        <i
          key={step}
          className={clsx('h-1.5 flex-1 rounded-[2px]', step < reached ? 'bg-chart-1' : 'bg-line-strong')}
        />
      ))}
    </span>
  )
}

function variablesText(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')
}

function endText({ isRevoked, hasEnded, expiresAt }: ShareLink): string {
  if (isRevoked) return 'Off'
  if (expiresAt === null) return 'No expiry'
  return hasEnded ? 'Expired' : `Until ${dayText(expiresAt)}`
}

function lastText({ isHere, viewCount, lastOpenedAt }: ShareLink): string {
  if (isHere) return 'now'
  return viewCount === 0 || lastOpenedAt === null ? 'Not opened' : momentText(lastOpenedAt)
}

function entriesOf({
  link,
  onEdit,
  onRevoke,
  onRemove,
  onCopyCode,
}: Omit<LinkRowProps, 'hasVariables' | 'stepCount'> & { readonly onCopyCode: () => void }): readonly MenuEntry[] {
  return [
    { key: 'edit', label: 'Edit', icon: <Pencil size={16} aria-hidden />, onSelect: onEdit },
    { key: 'embed', label: 'Copy embed code', icon: <Code size={16} aria-hidden />, onSelect: onCopyCode },
    link.isRevoked
      ? {
          key: 'restore',
          label: 'Turn on again',
          icon: <LinkIcon size={16} aria-hidden />,
          onSelect: () => onRevoke(false),
        }
      : { key: 'revoke', label: 'Turn off', icon: <Link2Off size={16} aria-hidden />, onSelect: () => onRevoke(true) },
    ...(link.isRevoked
      ? [
          {
            key: 'remove',
            label: 'Remove',
            icon: <Trash2 size={16} aria-hidden />,
            tone: 'danger' as const,
            onSelect: onRemove,
          },
        ]
      : []),
  ]
}
